// "Send test event" while a change to the webhook waits or is being sent.
import { expect, it } from 'vitest';
import { texts } from '../../src/shared/texts/main.ts';
import { unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';

const webhook = { url: 'http://127.0.0.1:9/hook', isOn: true, key: 'k'.repeat(64) };

it('a test right after a save waits for the save, and uses the saved webhook', async () => {
  const { service, computer } = await startSignedIn();
  await unwrap(computer.call['webhook.save'](webhook));
  await unwrap(computer.call['webhook.test'](undefined));
  expect(service.changes.map(({ kind }) => kind)).toEqual(['settings.update', 'webhook.test']);
  expect(service.changes[0]?.raw).toContain(webhook.url);
  const { current, test } = await unwrap(computer.call['webhook.get'](undefined));
  expect(current).toMatchObject({ url: webhook.url, sync: 'synced' });
  expect(test).toMatchObject({ delivered: true });
});

it('a test is refused while the save waits for the network', async () => {
  const { service, computer } = await startSignedIn();
  await computer.workOffline(true);
  await unwrap(computer.call['webhook.save'](webhook));
  const message = texts.webhook.test.changeWaits;
  expect(await computer.call['webhook.test'](undefined)).toMatchObject({
    ok: false,
    problem: { code: 'conflict', message },
  });
  expect((await unwrap(computer.call['webhook.get'](undefined))).testBlocked).toBe(message);
  expect(service.changes).toEqual([]);
});
