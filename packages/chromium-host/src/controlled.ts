// Whether a program controls the app instead of a person.

/** Set by a controlling program, so that nothing opens on the person's desktop meanwhile. */
export function isControlled(): boolean {
  return process.env.STOREFRONT_CONTROLLED === '1';
}
