// Every row of the outbox's outcome table, over a real socket and real files, for a create and two repeatable changes. Every
// kind of change: test/nightly/outcome-table.test.ts.

import { cpSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deleteLink } from '../../src/main/links/deletions.ts';
import { createLink } from '../../src/main/links/links.ts';
import { slow } from '../../tools/test/slow.ts';
import { newFolder, removeFolder } from '../support/folder.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft } from '../support/outbox-seller.ts';
import { CLASSES, tryClass } from '../support/outbox-table-run.ts';
import { until } from '../support/until.ts';

test.each(CLASSES)('the outcome table holds for: %s', (name) => tryClass(name), slow(60_000));

test('after a kill, a create in flight is in doubt, and a deletion is sent again', async () => {
  const service = await startService();
  const killed = await startSeller(service);
  const serverId = service.record.addProduct('Existing');
  const product = await killed.addProduct(serverId);
  const link = await killed.addLink(product, service.record.addLink(serverId));
  service.decide = () => ({ kind: 'hang', when: 'after-acting' });
  await createLink(killed.store, product, linkDraft('1'));
  await deleteLink(killed.store, link);
  await until('both are in flight', () => service.record.applied.length === 2);
  // The data on disk now is what a killed app leaves behind.
  const folder = newFolder();
  cpSync(killed.folder, folder, { recursive: true });
  service.decide = () => null;
  const next = await startSeller(service, { folder });
  await until('the deletion is settled', () => next.queue.all().length === 1);
  expect(next.queue.all()).toMatchObject([{ state: 'needs-review', reason: 'answer-lost' }]);
  await next.restart();
  next.outbox.wake();
  expect(service.changes.map(({ kind }) => kind).sort()).toEqual(['link.create', 'link.delete', 'link.delete']);
  await next.stop();
  removeFolder(folder);
});
