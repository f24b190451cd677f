// What is stored of a change to the webhook after it was sent.
import { expect, it } from 'vitest';
import type { WebhookRecord } from '../../src/main/store-record.ts';
import type { Change } from '../../src/main/sync/outbox/change.ts';
import { mergeFacts } from '../../src/main/webhook/shared-facts.ts';
import { webhookSettled } from '../../src/main/webhook/webhook-settled.ts';

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
