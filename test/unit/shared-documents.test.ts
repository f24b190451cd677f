// Documents that the computers of a team share: lists and the facts of a store, merged; and a webhook that was sent.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WebhookRecord } from '../../src/main/store-record.ts';
import type { Change } from '../../src/main/sync/outbox/change.ts';
import { mergeLists } from '../../src/main/team/shared-document.ts';
import { mergeFacts, type StoreFacts } from '../../src/main/webhook/shared-facts.ts';
import { webhookSettled } from '../../src/main/webhook/webhook-settled.ts';

interface Item {
  readonly id: number;
  readonly name: string;
}

const items = fc.uniqueArray(fc.record({ id: fc.nat(5), name: fc.constantFrom('a', 'b', 'c') }), {
  selector: ({ id }) => id,
});
const idsOf = (list: readonly Item[]) => list.map(({ id }) => id);

describe('a list', () => {
  it('keeps what either side has added, and drops what either has removed', () => {
    const base = [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
      { id: 3, name: 'c' },
    ];
    const here = [{ id: 1, name: 'a' }, { id: 3, name: 'changed' }, ...[{ id: 4, name: 'd' }]];
    const there = [...base.slice(0, 2), { id: 5, name: 'e' }];
    expect(mergeLists(base, here, there)).toEqual([
      { id: 1, name: 'a' },
      { id: 5, name: 'e' },
      { id: 3, name: 'changed' },
      { id: 4, name: 'd' },
    ]);
  });

  it('has every id once, and is adopted unchanged by a side that changed nothing', () => {
    fc.assert(
      fc.property(items, items, items, (base, here, there) => {
        const merged = mergeLists(base, here, there);
        expect(new Set(idsOf(merged)).size).toBe(merged.length);
        expect(mergeLists(there, there, merged)).toEqual(merged);
        expect(mergeLists(base, base, there)).toEqual(there);
      }),
    );
  });
});

const text = (...of: string[]) => fc.option(fc.constantFrom(...of));
const savedAt = fc.nat(2);
const facts: fc.Arbitrary<StoreFacts> = fc.record({
  checkout: fc.option(fc.record({ url: text('x', 'y'), sellerSlug: fc.constant('mara'), savedAt })),
  webhook: fc.option(fc.record({ url: fc.constantFrom('u', 'v'), isOn: fc.boolean(), savedAt, key: text('k', 'l') })),
});

describe('the facts of a store', () => {
  it('are merged alike in any order', () => {
    fc.assert(
      fc.property(facts, facts, facts, (a, b, c) => {
        expect(mergeFacts(a, b)).toEqual(mergeFacts(b, a));
        expect(mergeFacts(mergeFacts(a, b), c)).toEqual(mergeFacts(a, mergeFacts(b, c)));
        expect(mergeFacts(a, a)).toEqual(a);
      }),
    );
  });

  it('have the checkout address that a seller typed or removed last, rather than one from the service', () => {
    const of = (url: string | null, savedAt: number) => ({
      checkout: { url, sellerSlug: url, savedAt },
      webhook: null,
    });
    const [learned, typed, removed] = [of('a', 0), of('b', 1), of(null, 2)];
    expect(mergeFacts(learned, typed)).toEqual(typed);
    expect(mergeFacts(typed, removed)).toEqual(removed);
    expect(mergeFacts(learned, { checkout: null, webhook: null })).toEqual(learned);
  });

  it('have the webhook that was saved last, with its key from either side', () => {
    const webhook = { url: 'u', isOn: true, savedAt: 2, key: null };
    const earlier = { url: 'v', isOn: true, savedAt: 1, key: 'k' };
    expect(mergeFacts({ checkout: null, webhook }, { checkout: null, webhook: earlier }).webhook).toEqual(webhook);
    const withKey = { ...webhook, key: 'l' };
    expect(mergeFacts({ checkout: null, webhook }, { checkout: null, webhook: withKey }).webhook).toEqual(withKey);
  });
});

const HOUR = 60 * 60_000;
const settings = (url: string, keyRef: string) => ({ kind: 'settings.update' as const, url, isOn: true, keyRef });

const settled = (record: WebhookRecord, url: string, keyRef: string, endedAt: number): WebhookRecord => {
  const payload = settings(url, keyRef);
  return webhookSettled(record, { ending: 'sent', endedAt, payload, result: null } as Change, payload);
};

it('keeps the webhook that was saved last although its clock is behind', () => {
  const ahead = { url: 'https://a.example', isOn: true, keyRef: 'first', savedAt: 5 * HOUR };
  const { saved } = settled({ saved: ahead, tests: [] }, 'https://b.example', 'second', HOUR);
  const shared = ({ url, isOn, savedAt }: typeof ahead) => ({
    checkout: null,
    webhook: { url, isOn, savedAt, key: null },
  });
  const merged = mergeFacts(shared(ahead), shared(saved as typeof ahead));
  expect(merged.webhook?.url).toBe('https://b.example');
});

it('settling a change again after a crash changes nothing', () => {
  const first = { url: 'https://a.example', isOn: true, keyRef: 'first', savedAt: 5 * HOUR };
  const once = settled({ saved: first, tests: [] }, 'https://b.example', 'second', HOUR);
  expect(settled(once, 'https://b.example', 'second', HOUR)).toEqual(once);
});
