// Faults that a test asks the host for: what Electron may do on a seller's computer, and does not do here by itself.

/** Given in `STOREFRONT_STAND_IN_FAULTS`, separated by commas. */
export type Fault =
  | 'no-ready-to-show'
  /** The key store is there and gives no key out; as in Electron, that stays so until the app ends. */
  | 'key-store-locked'
  /** The key store has a newer key than the one that encrypted so far. */
  | 'key-rotated'
  /** The system refuses every notification: macOS does so where the app is not signed. */
  | 'notification-fails'
  /** There is nobody who shows notifications: Linux without libnotify. */
  | 'no-notifications'
  /** The printer refuses. */
  | 'print-fails'
  /** Nothing can be opened outside the app: Linux without a browser. */
  | 'open-fails';

export const hasFault = (fault: Fault): boolean =>
  (process.env.STOREFRONT_STAND_IN_FAULTS ?? '').split(',').includes(fault);
