// "Send test event" beside a change of the webhook.
import { expect, it } from 'vitest';
import { unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';

it('right after a save waits for the save, and tests what was saved', async () => {
  const { service, computer } = await startSignedIn();
  await unwrap(computer.call['webhook.save']({ url: 'http://127.0.0.1:9/hook', isOn: true, key: 'k'.repeat(64) }));
  await unwrap(computer.call['webhook.test'](undefined));
  const paths = service.requests.map(({ path }) => path).filter((path) => path.includes('store-settings'));
  expect(paths.at(-2)).toMatch(/store-settings$/);
  expect(paths.at(-1)).toMatch(/test-sell-webhook$/);
});

it('is refused while the save waits for the network', async () => {
  const { computer } = await startSignedIn();
  await computer.workOffline(true);
  await unwrap(computer.call['webhook.save']({ url: 'http://127.0.0.1:9/hook', isOn: true, key: 'k'.repeat(64) }));
  expect(await computer.call['webhook.test'](undefined)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
});
