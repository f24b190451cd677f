// Builders and arbitraries of changes for tests of the pure core, of every kind and state.
import fc from 'fast-check';
import { type Change, newChange, type Payload } from '../../src/main/outbox/change.ts';
import type { Outcome } from '../../src/main/service/outcome.ts';
import type { ChangeKind, ChangeState } from '../../src/shared/change.ts';

const PRICES = [{ currencyId: 2, priceCents: 10_055, discountCents: null }];

export const PAYLOADS: { readonly [K in ChangeKind]: Extract<Payload, { kind: K }> } = {
  'product.create': {
    kind: 'product.create',
    fields: { buttonTitle: 'Buy', productTitle: 'Title', productDescription: 'Text' },
  },
  'product.update': { kind: 'product.update', prices: PRICES },
  'link.create': {
    kind: 'link.create',
    productId: 'p',
    draft: { prices: PRICES, useOnce: false, metadata: [] },
  },
  'link.delete': { kind: 'link.delete', productId: 'p' },
  'settings.update': { kind: 'settings.update', url: 'https://receiver.example', isOn: true, keyRef: null },
};

export const buildChange = (kind: ChangeKind, change: Partial<Change> = {}): Change => ({
  ...newChange(
    { subject: 's', payload: PAYLOADS[kind], waitsFor: [] },
    { id: '0001', rev: { time: 5, counter: 0, device: 'd' }, acceptedAt: 1 },
  ),
  state: 'sending',
  ...change,
});

export const neverLeft: Outcome = { kind: 'never-left', cause: 'refused', detail: '' };
export const lost: Outcome = { kind: 'lost', cause: 'reset', detail: '', status: null };
export const answered = (
  status: number,
  more: Partial<Extract<Outcome, { kind: 'answered' }>> = {},
): Extract<Outcome, { kind: 'answered' }> => ({
  kind: 'answered',
  status,
  body: 'body',
  truncated: false,
  retryAfterMs: null,
  location: null,
  ...more,
});

export const kinds = (): fc.Arbitrary<ChangeKind> =>
  fc.constantFrom('product.create', 'product.update', 'link.create', 'link.delete', 'settings.update');
export const states = (): fc.Arbitrary<ChangeState> =>
  fc.constantFrom('waiting', 'ready', 'sending', 'retrying', 'needs-review', 'rejected', 'done');
/** In [0, 1). */
export const chances = (): fc.Arbitrary<number> => fc.double({ min: 0, max: 0.999_999, noNaN: true });

export const outcomes = (): fc.Arbitrary<Outcome> =>
  fc.oneof(
    fc.constant(neverLeft),
    fc.constant(lost),
    fc
      .tuple(fc.integer({ min: 0, max: 999 }), fc.option(fc.nat(2 ** 40)), fc.string())
      .map(([status, retryAfterMs, body]) => answered(status, { retryAfterMs, body })),
  );
