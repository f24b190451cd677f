// Whether a program drives the app, or a person is at it.

/** Set by whoever drives the app, so that nothing is opened on the person's desk meanwhile. */
export function isControlled(): boolean {
  return process.env.STOREFRONT_CONTROLLED === '1';
}
