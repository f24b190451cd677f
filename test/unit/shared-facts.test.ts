// Merging the facts of a store that a team shares, and recording a webhook that was sent.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../src/main/outbox/change.ts';
import type { WebhookRecord } from '../../src/main/store-record.ts';
import { mergeFact, type SharedFact } from '../../src/main/webhook/shared-facts.ts';
import { webhookSettled } from '../../src/main/webhook/webhook-settled.ts';

const text = (...of: string[]) => fc.option(fc.constantFrom(...of));
const savedAt = fc.nat(2);
const facts: readonly fc.Arbitrary<SharedFact>[] = [
  fc.record({ id: fc.constant('store'), url: text('x', 'y'), sellerSlug: fc.constant('mara'), savedAt }),
  fc.record({
    ...{ id: fc.constant('webhook'), url: fc.constantFrom('u', 'v'), isOn: fc.boolean(), savedAt },
    key: text('k', 'l'),
  }),
];

describe('the facts of a store', () => {
  it.each(facts)('have the same merge result in any order', (fact) => {
    fc.assert(
      fc.property(fact, fact, fact, (a, b, c) => {
        expect(mergeFact(a, b)).toEqual(mergeFact(b, a));
        expect(mergeFact(mergeFact(a, b), c)).toEqual(mergeFact(a, mergeFact(b, c)));
        expect(mergeFact(a, a)).toEqual(a);
      }),
    );
  });

  it('have the checkout address that a seller typed or removed last, rather than one from the service', () => {
    const of = (url: string | null, savedAt: number) => ({ id: 'store' as const, url, sellerSlug: url, savedAt });
    const [learned, typed, removed] = [of('a', 0), of('b', 1), of(null, 2)];
    expect(mergeFact(learned, typed)).toEqual(typed);
    expect(mergeFact(typed, removed)).toEqual(removed);
  });

  it('have the webhook that was saved last, with its key from either side', () => {
    const webhook = { id: 'webhook' as const, url: 'u', isOn: true, savedAt: 2, key: null };
    const earlier = { ...webhook, url: 'v', savedAt: 1, key: 'k' };
    expect(mergeFact(webhook, earlier)).toEqual(webhook);
    const withKey = { ...webhook, key: 'l' };
    expect(mergeFact(webhook, withKey)).toEqual(withKey);
  });
});

const HOUR = 60 * 60_000;
const settings = (url: string, keyRef: string) => ({ kind: 'settings.update' as const, url, isOn: true, keyRef });

const settled = (record: WebhookRecord, url: string, keyRef: string, endedAt: number): WebhookRecord => {
  const payload = settings(url, keyRef);
  return webhookSettled(record, { ending: 'sent', endedAt, payload, result: null } as Change);
};

it('keeps the webhook that was saved last, although the clock is behind', () => {
  const ahead = { url: 'https://a.example', isOn: true, keyRef: 'first', savedAt: 5 * HOUR };
  const { saved } = settled({ saved: ahead, tests: [] }, 'https://b.example', 'second', HOUR);
  const shared = ({ url, isOn, savedAt }: typeof ahead) => ({
    ...{ id: 'webhook' as const, url, isOn, savedAt, key: null },
  });
  expect(mergeFact(shared(ahead), shared(saved as typeof ahead)).url).toBe('https://b.example');
});
