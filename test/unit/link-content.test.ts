// When two payment links count as the same.
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../src/main/catalog/link-keys.ts';
import type { LinkDraft, MetadataEntry } from '../../src/shared/payment-link.ts';

const usd = { currencyId: 2, priceCents: 1_000, discountCents: null };
const eur = { currencyId: 10, priceCents: 900, discountCents: 800 };
const entry = (key: string, value: string): MetadataEntry => ({ key, value });
const link: LinkDraft = { prices: [usd, eur], useOnce: false, metadata: [entry('order', '1'), entry('a', '2')] };
const hash = (more: Partial<LinkDraft> = {}, productId = 'p1') => contentHash(productId, { ...link, ...more });

describe('two links are the same', () => {
  it('in any order of their prices and metadata', () => {
    expect(hash({ prices: [eur, usd] })).toBe(hash());
    expect(hash({ metadata: [...link.metadata].reverse() })).toBe(hash());
  });

  it('if the last value of a metadata key is the same, as in the request', () => {
    expect(hash({ metadata: [entry('a', '9'), ...link.metadata] })).toBe(hash());
    expect(hash({ metadata: [...link.metadata, entry('a', '9')] })).not.toBe(hash());
  });

  it.each<[string, Partial<LinkDraft>]>([
    ['one price less', { prices: [usd] }],
    ['another amount', { prices: [{ ...usd, priceCents: 1_001 }, eur] }],
    ['no discount', { prices: [usd, { ...eur, discountCents: null }] }],
    ['single use', { useOnce: true }],
    ['another value', { metadata: [entry('order', '2'), entry('a', '2')] }],
    ['values of other keys', { metadata: [entry('order', '2'), entry('a', '1')] }],
    ['the key __proto__', { metadata: [...link.metadata, entry('__proto__', '1')] }],
  ])('but not with %s', (_, more) => {
    expect(hash(more)).not.toBe(hash());
  });

  it('if their keys differ only in case', () => {
    expect(hash({ metadata: [entry('Order', '1'), entry('A', '2')] })).toBe(hash());
  });

  it('but not for another product', () => {
    expect(hash({}, 'p2')).not.toBe(hash());
  });
});
