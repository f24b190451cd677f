// A computer that runs the app's main process on its own data folder, against a service over HTTP.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppDeps } from '../../src/main/app/app.ts';
import { App } from '../../src/main/app/app.ts';
import { createHandlers } from '../../src/main/app/handlers.ts';
import type { Emit } from '../../src/main/handlers.ts';
import type { Platform } from '../../src/main/platform.ts';
import type { KeyStore } from '../../src/main/storage/vault.ts';
import type { OpenStore } from '../../src/main/stores/open-store.ts';
import type { EventPayload } from '../../src/shared/contract.ts';
import type { Currency } from '../../src/shared/money.ts';
import type { LinkDraft } from '../../src/shared/payment-link.ts';
import { ok, type Result, refuse } from '../../src/shared/problem.ts';
import { DIRECT_NETWORK } from './direct-network.ts';
import { type RecordingService, SELLER } from './recording-service.ts';
import { until } from './until.ts';

/** A fake key store that keeps secrets over a restart. */
export const fakeKeyStore: KeyStore = {
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(text).toString('base64'),
  decrypt: async (base64) => Buffer.from(base64, 'base64').toString(),
};

/** Without a key store, secrets are kept in memory only. */
export const unavailableKeyStore: KeyStore = {
  isAvailable: async () => false,
  encrypt: () => Promise.reject(new Error('It was asked to encrypt')),
  decrypt: () => Promise.reject(new Error('It was asked to decrypt')),
};

/** Returns the value of a result, or throws its problem. */
export async function unwrap<T>(result: Result<T> | Promise<Result<T>>): Promise<T> {
  const settled = await result;
  if (!settled.ok) throw new Error(`Refused: ${settled.problem.code}: ${settled.problem.message}`);
  return settled.value;
}

export const draft = (order: string, priceCents = 1_000): LinkDraft => ({
  prices: [{ currencyId: 2, priceCents, discountCents: null }],
  useOnce: false,
  metadata: [{ key: 'order', value: order }],
});

type AppHandlers = ReturnType<typeof createHandlers>;
let computers = 0;

export class Computer {
  readonly folder: string;
  readonly name = `computer-${++computers}`;
  /** Ms since 1970. */
  now = () => Date.now();
  /** How long deletions can be undone before they are sent. */
  deletionGraceMs = 0;
  /** The answers of file dialogs. */
  readonly answers: { save: string | null; open: string | null } = { save: null, open: null };
  /** The questions of message boxes; `agrees` answers them. */
  readonly asked: string[] = [];
  agrees = true;
  /** Whether its window has the focus. */
  isFocused = true;
  /** The events about new sales that the window got. */
  readonly sold: EventPayload<'sold'>[] = [];
  /** Addresses opened in the browser, and copied texts. */
  readonly opened: string[] = [];
  readonly copied: string[] = [];
  /** Copied pictures, as PNG files. */
  readonly pictures: Uint8Array[] = [];
  prints = 0;
  /** Unavailable by default, so secrets stay in memory. */
  keyStore: KeyStore = unavailableKeyStore;
  /** Called with every event of the app; the desk passes them to the window. */
  onEvent: Emit = () => undefined;
  /** Dependencies of the app that extend or replace the defaults in `start`. */
  more: Partial<AppDeps> = {};
  #app: App | null = null;
  #handlers: AppHandlers | null = null;

  constructor(folder = mkdtempSync(join(tmpdir(), 'storefront-computer-'))) {
    this.folder = folder;
  }

  get dataFolder(): string {
    return join(this.folder, 'desk');
  }

  get app(): App {
    if (!this.#app) throw new Error('The app is not running');
    return this.#app;
  }

  /** The handlers themselves: inputs are not parsed by the contract's schemas. */
  get call(): AppHandlers {
    if (!this.#handlers) throw new Error('The app is not running');
    return this.#handlers;
  }

  get store(): OpenStore {
    const store = this.app.manager.current();
    if (!store.ok) throw new Error(store.problem.message);
    return store.value;
  }

  async start(): Promise<this> {
    const app = new App({
      dataFolder: this.dataFolder,
      version: '1.2.3',
      keyStore: this.keyStore,
      network: DIRECT_NETWORK,
      practice: { start: () => Promise.reject(new Error('nobody asked for it')) },
      emit: (event, payload) => {
        if (event === 'sold') this.sold.push(payload as EventPayload<'sold'>);
        this.onEvent(event, payload);
      },
      newDevice: () => this.name,
      now: () => this.now(),
      random: Math.random,
      deletionGraceMs: this.deletionGraceMs,
      ...this.more,
    });
    this.#app = app;
    this.#handlers = createHandlers(app, this.platform);
    await app.start();
    return this;
  }

  /** A fake of what the app reaches outside itself, such as dialogs, the clipboard and the browser. */
  get platform(): Platform {
    return {
      copy: async (text) => void this.copied.push(text),
      copyPicture: async (png) => void this.pictures.push(png),
      noteExternalCopy: () => undefined,
      generation: () => this.copied.length + this.pictures.length,
      isFocused: () => this.isFocused,
      restart: () => undefined,
      print: async () => {
        this.prints += 1;
        return ok({ printed: true });
      },
      openInBrowser: async (url) => {
        this.opened.push(url);
        return ok(undefined);
      },
      practicePages: () => ({ salesUrl: 'http://127.0.0.1:4010/sales', productsUrl: 'http://127.0.0.1:4010/products' }),
      confirm: async ({ message, detail }) => {
        this.asked.push(`${message} ${detail}`);
        return this.agrees ? ok(undefined) : refuse('forbidden', 'Not confirmed');
      },
      openFolder: async () => ok(undefined),
      askWhereToSave: () => Promise.resolve(this.answers.save),
      askWhatToOpen: () => Promise.resolve(this.answers.open),
    };
  }

  async stop(): Promise<void> {
    await this.#app?.close();
    this.#app = null;
  }

  /** Restarts the app, and signs in if a service is given. */
  async restart(service?: RecordingService): Promise<void> {
    await this.stop();
    await this.start();
    if (this.app.manager.current().ok) await this.store.ready;
    if (service) await this.signIn(service);
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async signIn(service: RecordingService): Promise<void> {
    await unwrap(this.call['session.signIn']({ serviceAddress: service.url, ...SELLER }));
  }

  async workOffline(on: boolean): Promise<void> {
    await unwrap(this.call['stores.workOffline']({ storeId: this.store.id, on }));
  }

  async setCurrency(currency: Currency, isListed = true): Promise<void> {
    await unwrap(this.call['settings.setCurrency']({ storeId: this.store.id, currency, isListed }));
  }

  async product(title: string): Promise<string> {
    const fields = { buttonTitle: 'Buy', productTitle: title, productDescription: 'What it is.' };
    return (await unwrap(this.call['products.create'](fields))).id;
  }

  async link(productId: string, order: string): Promise<string> {
    return (await unwrap(this.call['links.create']({ productId, draft: draft(order) }))).id;
  }

  /** Resolves when everything that can be sent is sent. */
  settled(): Promise<void> {
    const moves = () => {
      const { outbox, queue } = this.store;
      const { waiting, sending } = this.store.status();
      const stuck = queue.all().filter((one) => one.state === 'waiting' || outbox.waitsElsewhere(one)).length;
      return waiting - stuck + sending > 0;
    };
    return until('everything is sent', () => !moves());
  }

  /** Exports a backup and returns its path. */
  async export(passphrase: string | null = null, name = 'a.storefront-backup'): Promise<string> {
    const path = join(this.folder, name);
    this.answers.save = path;
    await unwrap(this.call['backup.export']({ passphrase }));
    return path;
  }

  async preview(path: string, passphrase: string | null = null) {
    this.answers.open = path;
    const chosen = await unwrap(this.call['backup.choose']({ rolling: null }));
    if (!chosen) throw new Error('No backup was chosen');
    return { chosen, preview: await unwrap(this.call['backup.preview']({ id: chosen.id, passphrase })) };
  }

  async restore(path: string, passphrase: string | null = null) {
    const { chosen, preview } = await this.preview(path, passphrase);
    return { preview, holds: await unwrap(this.call['backup.restore']({ id: chosen.id })) };
  }
}
