// One store, opened: its catalogue, its outbox, its connection to the service and its sign-in.
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../shared/settings.ts';
import type { Status } from '../../shared/status.ts';
import { type Action, parseAction } from '../outbox/action.ts';
import { Outbox } from '../outbox/outbox.ts';
import type { Draft } from '../outbox/parts.ts';
import { createServiceClient, type ServiceClient } from '../service/client.ts';
import type { Timeouts } from '../service/transport.ts';
import { type Collection, openCollection } from '../storage/collection.ts';
import { type Document, openDocument } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import type { Stamper } from '../storage/stamp.ts';
import type { Vault } from '../storage/vault.ts';
import { Catalogue } from './catalogue.ts';
import { type ColumnMemory, columnMemorySchema, importPartSchema, importRecordSchema } from './import-records.ts';
import { Imports } from './imports.ts';
import { MIGRATIONS } from './layout.ts';
import { LinkFinder } from './link-finder.ts';
import {
  linkRecordSchema,
  NO_WEBHOOK,
  productRecordSchema,
  type StoreRecord,
  type WebhookRecord,
  webhookRecordSchema,
} from './records.ts';
import { Sales, saleRecordSchema } from './sales.ts';
import { createSender } from './sender.ts';

/** How many settled changes the history keeps. */
export const HISTORY_LIMIT = 5_000;

/** What a store is opened with. */
export interface StoreParts {
  /** This store's folder. */
  readonly folder: string;
  readonly record: () => StoreRecord;
  readonly settings: () => Settings;
  readonly vault: Vault;
  readonly stamper: Stamper;
  readonly now: () => number;
  readonly random: () => number;
  readonly onSetAside: OnSetAside;
  /** Something changed that screens show. */
  readonly onChange: () => void;
  /** A change was settled or needs the seller. */
  readonly onTurn: (action: Action) => void;
  /** What the service answered tells the store's checkout address. */
  readonly onLearned: (checkoutUrl: string, sellerSlug: string) => void;
  /** The last address of an import has come; `synced` of its links have one. */
  readonly onImported?: (name: string, synced: number) => void;
  /** A change was settled, and the catalogue has what came of it. Left out, nobody is told. */
  readonly onSettled?: (action: Action) => void;
  /** The service answered 401: the sign-in is no good any more. */
  readonly onSignedOut: () => void;
  /** How long the service may take; left out, as long as usual. */
  readonly timeouts?: Timeouts;
}

export class OpenStore {
  readonly parts: StoreParts;
  readonly catalogue: Catalogue;
  readonly outbox: Outbox;
  readonly linkFinder: LinkFinder;
  readonly sales: Sales;
  readonly webhook: Document<WebhookRecord>;
  /** The outbox's records on disk; only the outbox writes them while the store is started. */
  readonly queue: Collection<Action>;
  readonly history: Collection<Action>;
  readonly imports: Imports;
  #client: ServiceClient | null = null;
  #clientAddress = '';
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: StoreParts) {
    this.parts = parts;
    const { folder, onSetAside, stamper, now } = parts;
    const collection = <T extends { readonly id: string }>(
      name: string,
      what: string,
      parse: (record: unknown) => T | null,
    ) => openCollection<T>({ folder: join(folder, name), what, parse, onSetAside, migrations: MIGRATIONS[name] ?? [] });
    this.catalogue = new Catalogue(
      collection('products', 'The product', (record) => productRecordSchema.safeParse(record).data ?? null),
      collection('links', 'The payment link', (record) => linkRecordSchema.safeParse(record).data ?? null),
      stamper,
      now,
    );
    this.queue = collection('outbox', 'The outbox', parseAction);
    this.history = collection('history', 'The history', parseAction);
    this.webhook = openDocument({
      folder,
      name: 'webhook',
      what: 'The webhook settings',
      parse: (value) => webhookRecordSchema.safeParse(value).data ?? null,
      initial: NO_WEBHOOK,
      migrations: MIGRATIONS.webhook ?? [],
      onSetAside,
    });
    const rowsOf = (importId: string) => join('import-rows', importId);
    this.imports = new Imports(this, {
      records: collection('imports', 'The import', (record) => importRecordSchema.safeParse(record).data ?? null),
      memory: openDocument<ColumnMemory>({
        folder,
        name: 'import-columns',
        what: 'What the columns mean',
        parse: (value) => columnMemorySchema.safeParse(value).data ?? null,
        initial: { remembered: [] },
        onSetAside,
      }),
      openRows: (importId) =>
        collection(rowsOf(importId), 'The import', (record) => importPartSchema.safeParse(record).data ?? null),
      removeRows: (importId) => rm(join(folder, rowsOf(importId)), { recursive: true, force: true }),
      withRows: () => (existsSync(join(folder, rowsOf(''))) ? readdirSync(join(folder, rowsOf(''))) : []),
    });
    this.outbox = new Outbox(
      {
        queue: this.queue,
        history: this.history,
        historyLimit: HISTORY_LIMIT,
        stamper,
        now,
        random: parts.random,
        send: createSender(
          () => this.client,
          this.catalogue,
          { token: () => this.token(), refused: (token) => this.#refused(token) },
          (keyRef) => parts.vault.get(this.keyName(keyRef)),
        ),
        applyAccepted: (actions) => this.catalogue.applyAccepted(actions),
        applyEdited: (action) => this.catalogue.applyEdited(action),
        applyDone: (action) => this.#applyDone(action),
        onChange: () => {
          this.imports.changed();
          parts.onChange();
        },
        onTurn: parts.onTurn,
      },
      parts.settings().parallelSends,
    );
    this.sales = new Sales(
      collection('sales', 'The sale', (record) => saleRecordSchema.safeParse(record).data ?? null),
      this.catalogue,
    );
    this.linkFinder = new LinkFinder(this.catalogue, this.outbox, this.sales);
  }

  get id(): string {
    return this.parts.record().id;
  }

  /** Starts sending what waits, as far as the store is signed in. */
  start(): void {
    this.outbox.setWorkOffline(this.parts.record().workOffline);
    this.outbox.setSignedIn(this.signedIn);
    this.outbox.start();
    const orphans = this.#orphans();
    if (orphans.length > 0) void this.outbox.acceptInDoubt(orphans);
    this.imports.start();
  }

  /** Products and links of this app that are on no service as far as is known, and in no queue: their change is gone. */
  #orphans(): Draft[] {
    const { products, links } = this.catalogue;
    const gone = ({ id, origin }: { readonly id: string; readonly origin: string }) =>
      origin === 'desk' && !this.outbox.knows(id);
    const lostProducts = products.standing().filter((product) => product.serverId === null && gone(product));
    const lostLinks = links.standing().filter((link) => link.paymentLink === null && gone(link));
    return [
      ...lostProducts.map(
        ({ id, fields }): Draft => ({ subject: id, payload: { kind: 'product.create', fields }, waitsFor: [] }),
      ),
      ...lostLinks.map(
        ({ id, productId, prices, useOnce, metadata }): Draft => ({
          subject: id,
          payload: { kind: 'link.create', productId, draft: { prices: [...prices], useOnce, metadata } },
          waitsFor: [productId],
        }),
      ),
    ];
  }

  async close(): Promise<void> {
    await this.imports.stop();
    await this.outbox.stop();
    await this.catalogue.settled();
    await this.sales.settled();
    await this.#client?.close();
  }

  /** The client of this store's service address; a new one when the address has changed. */
  get client(): ServiceClient {
    const { serviceAddress } = this.parts.record();
    if (!this.#client || this.#clientAddress !== serviceAddress) {
      void this.#client?.close();
      this.#client = createServiceClient(serviceAddress, this.parts.timeouts);
      this.#clientAddress = serviceAddress;
    }
    return this.#client;
  }

  // ---- the sign-in

  #tokenName(): string {
    return `${this.id}/access-token`;
  }

  token(): string | null {
    return this.parts.vault.get(this.#tokenName());
  }

  get signedIn(): boolean {
    return this.token() !== null;
  }

  /** Takes the tokens of a new sign-in; what waited is sent with them. The refresh token is kept and not used (section 5). */
  async signIn(accessToken: string, refreshToken: string | null): Promise<void> {
    await this.parts.vault.set(this.#tokenName(), accessToken);
    if (refreshToken !== null) await this.parts.vault.set(`${this.id}/refresh-token`, refreshToken);
    this.outbox.setSignedIn(true);
    this.outbox.wake();
  }

  /** Removes the tokens. What waits stays where it is. */
  async signOut(): Promise<void> {
    this.outbox.setSignedIn(false);
    await this.parts.vault.forget(`${this.id}/access-token`);
    await this.parts.vault.forget(`${this.id}/refresh-token`);
  }

  /** A 401 counts only against the token that is in use; an answer to an older one says nothing. */
  #refused(token: string): void {
    if (this.token() !== token) return;
    this.signOut().catch((error: unknown) => console.error('The refused sign-in could not be removed', error));
    this.parts.onSignedOut();
  }

  /** For calls outside the outbox: the same rule as for sends. */
  tokenRefused(token: string): void {
    this.#refused(token);
  }

  /** The vault's name for a webhook key. */
  keyName(keyRef: string): string {
    return `${this.id}/webhook-key/${keyRef}`;
  }

  /** One after the other: for what looks at the outbox first and then adds to it, so that twice asked is once done. */
  oneByOne<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#turn.catch(() => undefined).then(act);
    this.#turn = turn;
    return turn;
  }

  // ---- settling

  async #applyDone(action: Action): Promise<void> {
    await this.catalogue.applyDone(action);
    if (action.payload.kind === 'settings.update') await this.#settingsDone(action, action.payload);
    if (action.payload.kind === 'link.create' && action.ending === 'sent') {
      const checkout = this.catalogue.products.latest(action.payload.productId)?.checkout;
      if (checkout) this.parts.onLearned(checkout.checkoutUrl, checkout.sellerSlug);
    }
    this.parts.onSettled?.(action);
  }

  async #settingsDone(action: Action, payload: Extract<Action['payload'], { kind: 'settings.update' }>): Promise<void> {
    const before = this.webhook.value;
    if (action.ending !== 'sent') {
      if (payload.keyRef !== null && payload.keyRef !== before.saved?.keyRef) {
        await this.parts.vault.forget(this.keyName(payload.keyRef));
      }
      return;
    }
    const keyRef = payload.keyRef ?? before.saved?.keyRef ?? null;
    const savedAt = action.endedAt ?? this.parts.now();
    await this.webhook.save({ ...before, saved: { url: payload.url, isOn: payload.isOn, keyRef, savedAt } });
    const old = before.saved?.keyRef;
    if (old && old !== keyRef) await this.parts.vault.forget(this.keyName(old));
  }

  /** How this store stands, in figures. */
  status(): Status {
    const { waiting, sending, attention, offline, nextAttemptAt, diskProblem } = this.outbox.status();
    const { workOffline } = this.parts.record();
    return {
      waiting,
      sending,
      attention,
      offline: offline || workOffline,
      workOffline,
      signedIn: this.signedIn,
      nextAttemptAt: workOffline ? null : nextAttemptAt,
      diskProblem,
    };
  }
}
