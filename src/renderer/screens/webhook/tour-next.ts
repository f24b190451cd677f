// The control that the tour's webhook step needs next.
export type TourNext = 'start' | 'address' | 'save' | 'test';

interface Progress {
  /** The inbox URL; null while it is stopped. */
  readonly address: string | null;
  /** The form's URL, and whether a key is saved or filled in. */
  readonly url: string;
  readonly hasKey: boolean;
  readonly unsaved: boolean;
}

export function tourNext({ address, url, hasKey, unsaved }: Progress): TourNext {
  if (address === null) return 'start';
  if (url !== address || !hasKey) return 'address';
  return unsaved ? 'save' : 'test';
}
