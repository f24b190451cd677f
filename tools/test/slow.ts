// How much slower this machine is than the time limits of tests expect: STOREFRONT_SLOW=3 multiplies all of them.
const factor = Number(process.env.STOREFRONT_SLOW ?? 1);

/** A time limit on this machine, in ms. */
export const slow = (ms: number): number => Math.round(ms * factor);
