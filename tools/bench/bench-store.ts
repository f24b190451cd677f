// Fixtures of the benchmarks: a store in a new folder, and a service that answers after a fixed time.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { Vault } from '../../src/main/storage/vault.ts';
import { Notices } from '../../src/main/stores/notices.ts';
import { OpenStore } from '../../src/main/stores/open-store.ts';
import { defaultSettings } from '../../src/shared/settings.ts';

/** An address at which nobody answers. */
export const NOBODY = 'http://127.0.0.1:9';
/** The slow service answers after this time, in ms, and gets `PARALLEL` requests at a time. */
export const ANSWER_MS = 50;
export const PARALLEL = 6;

/** A service in its own process that accepts every create after `ANSWER_MS`. */
export async function startSlowService(): Promise<{ readonly url: string; close(): void }> {
  const service = fork(join(import.meta.dirname, 'slow-service.ts'), [String(ANSWER_MS)]);
  const [port] = await once(service, 'message');
  return { url: `http://127.0.0.1:${port}`, close: () => service.disconnect() };
}

export type BenchStore = Awaited<ReturnType<typeof openBenchStore>>;

/** Opens a store that sends `PARALLEL` changes at a time. `catalog`: its catalog file; an empty catalog by default. */
export async function openBenchStore(serviceAddress: string, catalog?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-desk-bench-'));
  if (catalog !== undefined) cpSync(catalog, join(folder, 'catalog.db'));
  const stamper = createStamper(Date.now, 'bench');
  const refuse = () => Promise.reject(new Error('There is no key store'));
  const keyStore = { isAvailable: async () => false, encrypt: refuse, decrypt: refuse };
  const store = new OpenStore({
    folder,
    record: () => ({
      id: 'bench',
      name: 'Bench',
      serviceAddress,
      email: 'mara@shop.example',
      practice: false,
      workOffline: false,
      undocumentedProductUpdate: false,
      checkoutUrl: null,
      sellerSlug: null,
      pageUrl: null,
    }),
    settings: () => ({ ...defaultSettings(), parallelSends: PARALLEL }),
    vault: new Vault(keyStore, folder, () => undefined),
    network: { systemProxy: async () => 'DIRECT', trust: async () => undefined },
    stamper,
    now: Date.now,
    random: Math.random,
    notices: new Notices(() => undefined),
    onChange: () => undefined,
    onAttention: () => undefined,
    changeRecord: async () => undefined,
    onSignedOut: () => undefined,
  });
  store.start();
  await store.ready;
  const productId = stamper.id();
  const fields = { buttonTitle: 'Buy', productTitle: 'Coaching hour', productDescription: 'One hour.' };
  await store.outbox.accept([{ subject: productId, payload: { kind: 'product.create', fields }, waitsFor: [] }]);
  return {
    store,
    /** Accepts links of an unsent product in one call. */
    async acceptLinks(count: number) {
      const drafts = Array.from({ length: count }, () => {
        const prices = [{ currencyId: 2, priceCents: 6000, discountCents: null }];
        const draft = { prices, useOnce: false, metadata: [{ key: 'order', value: stamper.id() }] };
        const payload = { kind: 'link.create' as const, productId, draft };
        return { subject: stamper.id(), payload, waitsFor: [productId] };
      });
      await store.outbox.accept(drafts);
    },
    /** Resolves when no change waits or is being sent. */
    async settled() {
      for (let remaining = 1; remaining > 0; await pause(10)) {
        const { waiting, sending } = store.outbox.status();
        remaining = waiting + sending;
      }
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
