// The same queue on `@tanstack/offline-transactions`, in Node, with one file per change as its storage.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCollection } from '@tanstack/db';
import { type StorageAdapter, startOfflineExecutor } from '@tanstack/offline-transactions';
import { writeDurably } from '../../src/main/storage/durable-file.ts';

export interface LibraryQueue {
  /** Resolves when another change is on disk. */
  add(): Promise<void>;
  close(): void;
}

interface Link {
  readonly id: string;
  readonly prices: readonly { readonly currencyId: number; readonly priceCents: number }[];
  readonly metadata: readonly { readonly key: string; readonly value: string }[];
}

const linkOf = (id: string): Link => ({
  id,
  prices: [{ currencyId: 2, priceCents: 6000 }],
  metadata: [{ key: 'order', value: id }],
});

/** The library's record of a transaction that inserts one link, captured from a real write. */
function asStored(id: string): string {
  const link = linkOf(id);
  const globalKey = `KEY::links/${id}`;
  return JSON.stringify({
    id: `before-${id}`,
    mutationFnName: 'createLink',
    mutations: [{ globalKey, type: 'insert', modified: link, original: {}, changes: link, collectionId: 'links' }],
    keys: [globalKey],
    idempotencyKey: id,
    createdAt: new Date().toISOString(),
    retryCount: 0,
    nextAttemptAt: Date.now(),
    metadata: {},
    version: 1,
  });
}

/** A queue that finds `waiting` changes on disk when it starts, without a connection, so that none is sent. */
export async function openLibraryQueue(waiting: number): Promise<LibraryQueue> {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-desk-library-'));
  const before = new Map(
    Array.from({ length: waiting }, (_, index) => [`tx:before-${index}`, asStored(`before-${index}`)]),
  );
  let onDisk = () => {};
  const storage: StorageAdapter = {
    get: async (key) => before.get(key) ?? null,
    keys: async () => [...before.keys()],
    async set(key, text) {
      await writeDurably(join(folder, encodeURIComponent(key)), text);
      onDisk();
    },
    delete: async () => undefined,
    clear: async () => undefined,
  };
  const links = createCollection<Link, string>({
    id: 'links',
    getKey: ({ id }) => id,
    sync: {
      sync({ begin, commit, markReady }) {
        begin();
        commit();
        markReady();
      },
    },
  });
  const executor = startOfflineExecutor({
    collections: { links },
    storage,
    mutationFns: { createLink: async () => undefined },
    onlineDetector: {
      subscribe: () => () => undefined,
      notifyOnline: () => undefined,
      isOnline: () => false,
      dispose: () => undefined,
    },
    leaderElection: {
      requestLeadership: async () => true,
      releaseLeadership: () => undefined,
      isLeader: () => true,
      onLeadershipChange: () => () => undefined,
    },
  });
  await executor.waitForInit();
  if (links.size !== waiting) throw new Error(`The library found ${links.size} of ${waiting} changes`);
  let added = 0;
  return {
    async add() {
      added += 1;
      const written = new Promise<void>((resolve) => {
        onDisk = resolve;
      });
      const transaction = executor.createOfflineTransaction({ mutationFnName: 'createLink' });
      transaction.mutate(() => void links.insert(linkOf(`new-${added}`)));
      await written;
    },
    close() {
      executor.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
