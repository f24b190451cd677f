// Faults that a test asks the host for: what Electron may do on a seller's computer, and does not do here by itself.

/** Given in `STOREFRONT_STAND_IN_FAULTS`, separated by commas. */
export type Fault = 'no-ready-to-show';

export const hasFault = (fault: Fault): boolean =>
  (process.env.STOREFRONT_STAND_IN_FAULTS ?? '').split(',').includes(fault);
