// Faults that a test asks the host for: what Electron may do on a seller's computer, and does not do here by itself.

/** Given in `STOREFRONT_STAND_IN_FAULTS`, separated by commas. */
export type Fault =
  | 'no-ready-to-show'
  /** The key store is there and gives no key out; as in Electron, that stays so until the app ends. */
  | 'key-store-locked'
  /** The key store has a newer key than the one that encrypted so far. */
  | 'key-rotated';

export const hasFault = (fault: Fault): boolean =>
  (process.env.STOREFRONT_STAND_IN_FAULTS ?? '').split(',').includes(fault);
