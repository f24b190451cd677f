// Files of a newer app are neither opened nor changed.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { App } from '../../src/main/app/app.ts';
import { Database } from '../../src/main/storage/database.ts';
import { openDocument } from '../../src/main/storage/document.ts';
import { NewerVersionError } from '../../src/main/storage/newer-version.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { writeDataFolder } from '../support/data-folder.ts';
import { DIRECT_NETWORK } from '../support/direct-network.ts';
import { temporaryFolder } from '../support/folder.ts';
import { openNotes } from '../support/notes.ts';
import { unavailableKeyStore } from '../support/outbox-seller.ts';
import { startPrepareSource } from '../support/source-worker.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const segment = (number: number) => `segment-${String(number).padStart(8, '0')}.json`;
const leave = (file: string, content: unknown) => writeFileSync(join(folder, file), JSON.stringify(content));
const onDisk = (where = folder) =>
  Object.fromEntries(
    readdirSync(where)
      .sort()
      .map((file) => [file, readFileSync(join(where, file), 'latin1')]),
  );

describe('a file of a newer version', () => {
  it('prevents a collection from opening, and nothing in it changes', () => {
    leave(segment(1), { version: 1, records: [{ id: 'no note' }] });
    leave(`${segment(2)}.tmp`, 'half');
    leave(segment(3), { version: 2, records: [{ whatever: 'it holds' }] });
    const before = onDisk();
    const setAside: SetAside[] = [];
    const opening = () => openNotes(folder, setAside);
    expect(opening).toThrow(NewerVersionError);
    expect(opening).toThrow(
      'The notes: a newer version of this app has saved a file of this, and only that one can read it ' +
        '(segment-00000003.json is of version 2, this app knows 1 at most)',
    );
    expect(setAside).toEqual([]);
    expect(onDisk()).toEqual(before);
  });

  it('prevents a document from opening, and does not change', () => {
    leave('word.json', { version: 2, value: 'whatever it holds' });
    const before = onDisk();
    const setAside: SetAside[] = [];
    const open = () =>
      openDocument<string>({
        folder,
        name: 'word',
        what: 'The word',
        parse: (value) => z.string().safeParse(value).data ?? null,
        initial: 'none',
        onSetAside: (event) => setAside.push(event),
      });
    expect(open).toThrow(NewerVersionError);
    expect(setAside).toEqual([]);
    expect(onDisk()).toEqual(before);
  });
});

/** The core says why a store cannot be opened, and shows the rest. */
async function expectNotOpened(): Promise<void> {
  const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const core = new App({
    dataFolder: join(folder, 'desk'),
    version: '1.0.0',
    platform: 'linux',
    keyStore: unavailableKeyStore,
    network: DIRECT_NETWORK,
    startPrepareWorker: startPrepareSource,
    practice: { start: () => expect.fail('nobody asked for it') },
    emit: () => undefined,
    newDevice: () => 'test',
    now: Date.now,
    random: Math.random,
  });
  await core.start();
  await expect.poll(() => core.frame.value().stores).toEqual([]);
  const { notices } = core.frame.value();
  await core.close();
  silent.mockRestore();
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatchObject({ kind: 'error', title: 'The store "Mara’s studio" could not be opened' });
  expect(notices[0]?.message).toMatch(
    /a newer version of this app has saved a file of this.*Its files were left as they are\.$/,
  );
}

describe('a store of a newer app', () => {
  it('stays closed if its outbox is newer', async () => {
    const storeId = writeDataFolder({ userDataDir: folder, products: 1, links: 3 });
    const outbox = join(folder, 'desk', 'stores', storeId, 'outbox');
    mkdirSync(outbox, { recursive: true });
    writeFileSync(join(outbox, segment(2)), JSON.stringify({ version: 2, records: [] }));
    const before = onDisk(outbox);
    await expectNotOpened();
    expect(onDisk(outbox)).toEqual(before);
  });

  it('stays closed if its catalog is newer, with every row unchanged', async () => {
    const storeId = writeDataFolder({ userDataDir: folder, products: 1, links: 3 });
    const path = join(folder, 'desk', 'stores', storeId, 'catalog.db');
    const change = async (sql: string) => {
      const database = new Database(path, { what: 'The catalog' });
      database.exec(sql);
      await database.close();
    };
    await change('PRAGMA user_version = 1000');
    await expectNotOpened();
    const database = new Database(path, { what: 'The catalog' });
    expect(database.get<{ user_version: number }>('PRAGMA user_version')?.user_version).toBe(1000);
    expect(database.get<{ links: number }>('SELECT count(*) AS links FROM links')?.links).toBe(3);
    await database.close();
  });
});
