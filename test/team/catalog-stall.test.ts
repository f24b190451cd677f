// A catalog share whose consumer on the server delivers nothing: it restarts long before the client notices.
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Catalog, openCatalogDatabase } from '../../src/main/catalog/catalog.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { CatalogShare } from '../../src/main/team/catalog-share.ts';
import { recordKeys } from '../../src/team-protocol/seal.ts';
import { temporaryFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';

const CREATED = '2026-01-01T00:00:00Z';

/** `infoNow`: what the server says of the consumer after it was created. */
async function running(infoNow: () => Promise<{ num_pending: number }>): Promise<CatalogShare> {
  const stamper = createStamper(Date.now, 'here');
  const database = openCatalogDatabase(join(temporaryFolder(), 'catalog.db'), 'The catalog');
  const catalog = new Catalog(database, { stamper, now: Date.now, historyText: () => ({ words: '', address: '' }) });
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const nothing = { next: () => ended.then(() => ({ done: true, value: undefined })) };
  let asked = false;
  const consumer = {
    consume: async () => ({ [Symbol.asyncIterator]: () => nothing, stop: () => end() }),
    info: (isCached = false) => {
      asked = true;
      return isCached ? Promise.resolve({ num_pending: 0 }) : infoNow();
    },
  };
  const fence = { seq: 1, subject: '', data: new Uint8Array() };
  const share = new CatalogShare({
    team: 'team',
    keys: recordKeys(Buffer.alloc(32, 1), 'team'),
    store: 'store',
    publicKey: 'UKEY',
    catalog,
    stamper,
    stream: { consumers: { get: async () => consumer }, publish: async () => ({ seq: 1 }) } as never,
    manager: {
      streams: { info: async () => ({ created: CREATED, state: { last_seq: 1 } }), getMessage: async () => fence },
    } as never,
    isInDoubt: () => false,
    onTaken: () => undefined,
    onProgress: () => undefined,
    startPrepareWorker: () => expect.unreachable(),
  });
  const run = share.run();
  onTestFinished(async () => {
    share.stop();
    await run;
    await catalog.close();
  });
  await until('it reads', () => asked);
  return share;
}

it.each([
  ['is gone', () => Promise.reject(new Error('consumer not found'))],
  ['has messages and sends none', async () => ({ num_pending: 5 })],
])('starts again where its consumer %s', async (_, infoNow) => {
  const share = await running(infoNow);
  await share.check();
  await share.check();
  await expect(share.check()).rejects.toThrow('stalled');
});

it('continues when there is nothing to read', async () => {
  const share = await running(async () => ({ num_pending: 0 }));
  for (let checks = 0; checks < 5; checks++) await share.check();
});
