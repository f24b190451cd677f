// What is stored of a change to the webhook after it was sent.
import { expect, it } from 'vitest';
import type { WebhookRecord } from '../../src/main/store-record.ts';
import type { Action } from '../../src/main/sync/outbox/action.ts';
import { mergeFacts } from '../../src/main/webhook/shared-facts.ts';
import { webhookSettled } from '../../src/main/webhook/webhook-settled.ts';

const HOUR = 60 * 60_000;
const settings = (url: string, keyRef: string) => ({ kind: 'settings.update' as const, url, isOn: true, keyRef });

function store(record: WebhookRecord) {
  const webhook = {
    value: record,
    save: async (value: WebhookRecord) => {
      webhook.value = value;
    },
  };
  const deps = { webhook, now: () => 0, others: () => [] };
  const settle = (url: string, keyRef: string, endedAt: number) => {
    const payload = settings(url, keyRef);
    return webhookSettled(deps, { ending: 'sent', endedAt, payload, result: null } as Action, payload);
  };
  return { webhook, settle };
}

it('keeps the webhook that was saved last although its clock is behind', async () => {
  const ahead = { url: 'https://a.example', isOn: true, keyRef: 'first', savedAt: 5 * HOUR };
  const { webhook, settle } = store({ saved: ahead, tests: [] });
  await settle('https://b.example', 'second', HOUR);
  const shared = ({ url, isOn, savedAt }: typeof ahead) => ({
    checkout: null,
    webhook: { url, isOn, savedAt, key: null },
  });
  const merged = mergeFacts(shared(ahead), shared(webhook.value.saved as typeof ahead));
  expect(merged.webhook?.url).toBe('https://b.example');
});

it('settling a change again after a crash changes nothing', async () => {
  const { webhook, settle } = store({
    saved: { url: 'https://a.example', isOn: true, keyRef: 'first', savedAt: 5 * HOUR },
    tests: [],
  });
  await settle('https://b.example', 'second', HOUR);
  const once = webhook.value;
  await settle('https://b.example', 'second', HOUR);
  expect(webhook.value).toEqual(once);
});
