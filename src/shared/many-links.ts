// How many payment links one command takes at once. What writes or reads link by link, such as the CSV export, has no limit.
export const MOST_AT_ONCE = { addresses: 50_000, replacements: 25_000, qrCodes: 500 } as const;
