// Fixtures of the benchmarks: a store in a new folder, and a service that answers after a fixed time.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { Vault } from '../../src/main/storage/vault.ts';
import { StoreSession } from '../../src/main/stores/store-session.ts';
import { defaultSettings } from '../../src/shared/settings.ts';

export interface SlowService {
  readonly url: string;
  close(): void;
}

/** A service in its own process that accepts every create after `answerMs`. */
export async function startSlowService(answerMs: number): Promise<SlowService> {
  const service = fork(join(import.meta.dirname, 'slow-service.ts'), [String(answerMs)]);
  const [port] = await once(service, 'message');
  return { url: `http://127.0.0.1:${port}`, close: () => service.disconnect() };
}

export interface BenchStore {
  readonly store: StoreSession;
  /** Local id of an accepted, unsent product. */
  readonly productId: string;
  /** Accepts `count` links of the product in one call. */
  acceptLinks(count: number): Promise<void>;
  /** Resolves when nothing waits or is being sent. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** `catalog`: the catalog file to start with; empty by default. */
export async function openBenchStore(
  serviceAddress: string,
  parallelSends: number,
  catalog?: string,
): Promise<BenchStore> {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-desk-bench-'));
  if (catalog !== undefined) cpSync(catalog, join(folder, 'catalog.db'));
  const stamper = createStamper(Date.now, 'bench');
  const refuse = () => Promise.reject(new Error('There is no key store'));
  const keyStore = { isAvailable: async () => false, encrypt: refuse, decrypt: refuse };
  let onChange = () => {};
  const store = new StoreSession({
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
    settings: () => ({ ...defaultSettings(), parallelSends }),
    vault: new Vault(keyStore, folder, () => undefined),
    network: { systemProxy: async () => 'DIRECT', trust: async () => undefined },
    stamper,
    now: Date.now,
    random: Math.random,
    onSetAside: () => undefined,
    onChange: () => onChange(),
    onOutcome: () => undefined,
    onCheckoutAddress: () => undefined,
    onSignedOut: () => undefined,
  });
  store.start();
  await store.ready;
  const productId = stamper.id();
  const fields = { buttonTitle: 'Buy', productTitle: 'Coaching hour', productDescription: 'One hour.' };
  await store.outbox.accept([{ subject: productId, payload: { kind: 'product.create', fields }, waitsFor: [] }]);
  let order = 0;
  return {
    store,
    productId,
    async acceptLinks(count) {
      const drafts = Array.from({ length: count }, () => {
        order += 1;
        const draft = {
          prices: [{ currencyId: 2, priceCents: 6000, discountCents: null }],
          useOnce: false,
          metadata: [{ key: 'order', value: String(order) }],
        };
        return {
          subject: stamper.id(),
          payload: { kind: 'link.create' as const, productId, draft },
          waitsFor: [productId],
        };
      });
      await store.outbox.accept(drafts);
    },
    settled: () =>
      new Promise((resolve) => {
        const look = () => {
          const { waiting, sending } = store.outbox.status();
          if (waiting + sending === 0) resolve();
        };
        onChange = look;
        look();
      }),
    async close() {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
