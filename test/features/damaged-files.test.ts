// With any file of its data folder damaged, the app starts with all records, and says which file it was.
import { cpSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { slow } from '../../tools/test/slow.ts';
import { activeLinks, activeProducts } from '../support/catalog-rows.ts';
import { fakeKeyStore, unwrap } from '../support/computer.ts';
import { startComputers } from '../support/computer-fixtures.ts';
import { temporaryFolder } from '../support/folder.ts';

const DAMAGES: Readonly<Record<string, (path: string) => void>> = {
  zeros: (path) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
  'half of it': (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
};

test('the app starts with any of its files damaged, and says which', { timeout: slow(60_000) }, async () => {
  const { service, newComputer } = await startComputers();
  const computer = await newComputer();
  await computer.stop();
  computer.keyStore = fakeKeyStore;
  await computer.start();
  await computer.signIn(service);
  const product = await computer.product('Coaching hour');
  await computer.link(product, 'sent');
  await unwrap(computer.call['webhook.save']({ url: 'https://hooks.example/a', isOn: true, key: 'k'.repeat(64) }));
  await unwrap(computer.call['settings.update']({ parallelSends: 2 }));
  await computer.settled();
  // Closing writes the daily copy.
  await computer.stop();
  await computer.start();
  await computer.store.ready;
  await computer.workOffline(true);
  await computer.link(product, 'waiting');
  await computer.stop();
  const saved = join(temporaryFolder(), 'saved');
  cpSync(computer.dataFolder, saved, { recursive: true });
  const sent = service.changes.length;
  const files = readdirSync(saved, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(saved, name)).size > 0 && statSync(join(saved, name)).isFile())
    .map((name) => name.split(sep));
  expect(files.map((parts) => parts.at(-1))).toEqual(
    expect.arrayContaining(['settings.json', 'catalog.db', 'stores.json']),
  );

  for (const parts of files) {
    for (const [damage, apply] of Object.entries(DAMAGES)) {
      const what = `${damage} in ${parts.join('/')}`;
      rmSync(computer.dataFolder, { recursive: true });
      cpSync(saved, computer.dataFolder, { recursive: true });
      apply(join(computer.dataFolder, ...parts));
      await computer.start();
      const { store } = computer;
      await store.ready;
      expect([activeProducts(store).length, activeLinks(store).length], what).toEqual([1, 2]);
      expect(store.webhook.value.saved?.url, what).toBe('https://hooks.example/a');
      const state = parts.at(-2) === 'outbox' ? 'needs-review' : 'ready';
      expect(
        store.queue.all().map((change) => change.state),
        what,
      ).toEqual([state]);
      const notices = computer.app.frame().notices.map(({ message }) => message);
      // A daily copy is read only when it is needed.
      if (parts[0] !== 'backups') expect(notices.join(), what).toContain(join(computer.dataFolder, ...parts));
      await computer.stop();
    }
  }
  expect(service.changes).toHaveLength(sent);
});
