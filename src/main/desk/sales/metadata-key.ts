// Metadata as one text: equal for equal pairs, whatever their order.
import type { MetadataEntry } from '../../../shared/payment-link.ts';

export const metadataKey = (entries: readonly MetadataEntry[]): string =>
  JSON.stringify(entries.map(({ key, value }) => [key, value]).sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
