// Faults that a test can inject: Electron failures that do not happen here otherwise.

/** In `STOREFRONT_STAND_IN_FAULTS`, separated by commas. */
export type Fault =
  | 'no-ready-to-show'
  /** The key store returns no key; as in Electron, until the app ends. */
  | 'key-store-locked'
  /** The key store has a newer key than the one used for encryption so far. */
  | 'key-rotated'
  /** The system refuses every notification: macOS does so for an unsigned app. */
  | 'notification-fails'
  /** There is no notification service: Linux without libnotify. */
  | 'no-notifications'
  /** The printer fails. */
  | 'print-fails'
  /** Nothing can be opened outside the app: Linux without a browser. */
  | 'open-fails';

export const hasFault = (fault: Fault): boolean =>
  (process.env.STOREFRONT_STAND_IN_FAULTS ?? '').split(',').includes(fault);
