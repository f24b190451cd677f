// Runs a script of seller changes and environment changes in a world, and logs what the app reported to the seller.

import type { LinkRecord } from '../../src/main/catalog/records.ts';
import { deletionOf, keepLink } from '../../src/main/links/deletions.ts';
import { createLink, editLink, isLeaving } from '../../src/main/links/links.ts';
import { replaceLink, undoReplaces } from '../../src/main/links/replace-link.ts';
import { createProduct, editProduct, setDefaultPrice } from '../../src/main/products/products.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { decide, questionAbout, undo } from '../../src/main/sync/decisions.ts';
import { type Change, needsSeller } from '../../src/main/sync/outbox/change.ts';
import { OutboxConflict } from '../../src/main/sync/outbox/deps.ts';
import { saveWebhook } from '../../src/main/webhook/webhook.ts';
import type { Decision } from '../../src/shared/change.ts';
import type { Result } from '../../src/shared/problem.ts';
import { activeLinks, activeProducts } from './catalog-rows.ts';
import { linkDraft, productFields } from './outbox-seller.ts';
import type { ScriptStep } from './outbox-steps.ts';
import type { World } from './outbox-world.ts';

/** A request of the seller. `asked`: the app ended before it answered. */
export interface SellerRequest {
  readonly label: string;
  readonly kind: 'product' | 'link' | 'price' | 'webhook' | 'delete' | 'edit';
  /** The label of the product or link that the request is about. */
  readonly of: string;
  status: 'asked' | 'accepted' | 'refused';
}

/** The seller's changes, and the app's answers. */
export class SellerLog {
  readonly requests: SellerRequest[] = [];
  /** Ids of doubtful changes that the seller sent again, once per time. */
  readonly sentAgain: string[] = [];
  readonly markedAsSent = new Set<string>();
  /** Labels of webhooks saved with their own key. */
  readonly withKey = new Set<string>();
  /** Settled changes that the seller may have restored by "Undo" as new ones, by id. */
  readonly broughtBack = new Map<string, Change>();
  /** Errors that should never happen. */
  readonly unexpectedErrors: string[] = [];

  get(label: string): SellerRequest | undefined {
    return this.requests.find((entry) => entry.label === label);
  }
}

/** Those of the first six items that have their bit set. */
const chosen = <T>(items: readonly T[], bits: number): T[] =>
  items.slice(0, 6).filter((_, index) => ((bits >> index) & 1) === 1);

export const priceOf = (label: string): number => 1_000 + Number(label.slice(1));
export const keyOf = (label: string): string => label.padEnd(64, '-');
export const webhookOf = (label: string): string => `https://receiver.example/${label}`;
/** The label is the first word of a title or an order; edits follow it. */
export const labelIn = (text: string): string => text.split(' ')[0] ?? '';

export class ScriptRunner {
  readonly log = new SellerLog();
  #number = 0;
  /** The ids that each offered, unused "Undo" restores. */
  readonly #undos: (readonly string[])[] = [];
  readonly #cancelled = new Set<string>();
  readonly #deletions: { readonly batch: string; readonly entries: readonly SellerRequest[] }[] = [];

  constructor(private readonly world: World) {}

  /** Starts with products and links, so that a script has something to work on. */
  async begin(): Promise<void> {
    await this.run([
      { do: 'create product' },
      { do: 'create product' },
      { do: 'go on', picks: [0, 0, 0, 0, 0, 0, 0, 0] },
      { do: 'create link', of: 0 },
      { do: 'create link', of: 1 },
      { do: 'go on', picks: [0, 0, 0, 0] },
    ]);
  }

  async run(script: readonly ScriptStep[]): Promise<void> {
    for (const step of script) {
      await this.#step(step);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  #ask(kind: SellerRequest['kind'], of: string, ask: (label: string) => Promise<Result<unknown>>): void {
    const entry = this.#entry(kind, of);
    ask(entry.label).then(
      (result) => {
        entry.status = result.ok ? 'accepted' : 'refused';
      },
      (error: unknown) => {
        entry.status = 'refused';
        this.#expected(error);
      },
    );
  }

  #offer(ids: readonly string[] = []): void {
    if (ids.length > 0) this.#undos.push(ids);
  }

  /** Failing disks and changes that were sent meanwhile are reported to the seller; any other error is a bug. */
  #expected(error: unknown): void {
    if (error instanceof StorageError || error instanceof OutboxConflict) return;
    this.log.unexpectedErrors.push(`unexpected: ${error instanceof Error ? error.stack : String(error)}`);
  }

  async #step(step: ScriptStep): Promise<void> {
    const { world } = this;
    const { store, catalog } = world;
    const products = () => activeProducts(store);
    const links = () => activeLinks(store);
    const nth = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(items.length, 1)];
    switch (step.do) {
      case 'create product':
        return this.#ask('product', '', (label) => createProduct(store, productFields(label)));
      case 'create link': {
        const product = nth(products(), step.of);
        if (product) this.#ask('link', '', (label) => createLink(store, product.id, linkDraft(label)));
        return;
      }
      case 'edit product': {
        const product = nth(products(), step.of);
        const of = labelIn(product?.fields.productTitle ?? '');
        if (product) {
          this.#ask('edit', of, (label) => editProduct(store, product.id, productFields(`${of} as ${label}`)));
        }
        return;
      }
      case 'edit link': {
        const link = nth(links(), step.of);
        const of = labelIn(link?.metadata[0]?.value ?? '');
        if (link) {
          this.#ask('edit', of, (label) =>
            store.runExclusive(() => editLink(store, link.id, linkDraft(`${of} as ${label}`))),
          );
        }
        return;
      }
      case 'set price': {
        const product = nth(products(), step.of);
        if (!product) return;
        const price = (label: string) => [{ currencyId: 2, priceCents: priceOf(label), discountCents: null }];
        return this.#ask('price', product.id, (label) =>
          store.runExclusive(() => setDefaultPrice(store, product.id, price(label))),
        );
      }
      case 'save webhook':
        return this.#ask('webhook', 'webhook', (label) =>
          store.runExclusive(() => saveWebhook(store, { url: webhookOf(label), isOn: true, key: null })),
        );
      case 'save webhook with a key':
        return this.#ask('webhook', 'webhook', (label) => {
          this.log.withKey.add(label);
          return store.runExclusive(() => saveWebhook(store, { url: webhookOf(label), isOn: true, key: keyOf(label) }));
        });
      case 'delete link': {
        const link = nth(links(), step.of);
        return this.#delete(link ? [link.id] : []);
      }
      case 'keep link': {
        const link = nth(links(), step.of);
        if (!link) return;
        const keep = async () => {
          for (const entry of this.log.requests)
            if (entry.kind === 'delete' && entry.of === link.id) entry.status = 'asked';
          await keepLink(store, link.id);
        };
        store.runExclusive(keep).catch((error: unknown) => this.#expected(error));
        return;
      }
      case 'replace link': {
        const link = nth(links(), step.of);
        if (link)
          this.#ask('link', '', (label) => store.runExclusive(() => replaceLink(store, link.id, linkDraft(label))));
        return;
      }
      case 'undo replace': {
        const link = nth(links(), step.of);
        if (!link) return;
        // A staged replacement leaves no trace; `note` covers what is accepted meanwhile.
        const isStaged = catalog.staged.replacedBy(link.id) !== null;
        const note = isStaged ? this.#mayGo(new Set([link.id])) : () => undefined;
        undoReplaces(store, [link.id]).then(note, (error: unknown) => this.#expected(error));
        return;
      }
      case 'delete many':
        return this.#delete(chosen(links(), step.of).map(({ id }) => id));
      case 'create batch': {
        const product = nth(products(), step.of);
        if (product) this.#createBatch(product.id);
        return;
      }
      case 'replace batch':
        return this.#replaceBatch(chosen(links(), step.of));
      case 'undo deletion':
        return this.#undoDeletion();
      case 'pause batch':
      case 'resume batch':
        for (const { id } of world.catalog.staged.batches())
          this.#try(() => store.batches.setPaused(id, step.do === 'pause batch'));
        return;
      case 'cancel batch':
        return this.#cancelBatch();
      case 'decide many':
        return this.#decide(step.decision, chosen(store.queue.all(), step.of));
      case 'undo': {
        const ids = this.#undos.pop();
        if (!ids) return;
        for (const id of ids) {
          const ended = world.catalog.history.get(id);
          if (ended) this.log.broughtBack.set(id, ended);
        }
        store.runExclusive(() => undo(store, ids)).catch((error: unknown) => this.#expected(error));
        return;
      }
      case 'discard': {
        const change = nth(store.queue.all(), step.of);
        if (change) this.#decide('discard', [change]);
        return;
      }
      case 'send again':
      case 'mark as sent': {
        const change = nth(store.queue.all().filter(needsSeller), step.of);
        if (change && step.do === 'send again') this.#decide('sendAgain', [change]);
        else if (change) this.#markAsSent(change);
        return;
      }
      case 'go on':
        for (const pick of step.picks) await world.tick(pick);
        return;
      case 'time passes':
        return world.pass(step.ms);
      case 'restart':
        return world.restart();
      case 'crash':
        return world.crash(step.luck);
      default:
        this.#changeEnvironment(step);
    }
  }

  #changeEnvironment(step: Exclude<ScriptStep, { of: number }>): void {
    const { world } = this;
    const { service } = world;
    if (step.do === 'next request') world.service.faults.push(step.meets);
    if (step.do === 'service') world.service.up = step.up;
    if (step.do === 'work offline') world.setWorkOffline(step.on);
    if (step.do === 'disk') world.setDiskFails(step.fails);
    if (step.do === 'token expires') world.service.token = `token-${Number(world.service.token.slice(6)) + 1}`;
    if (step.do === 'sign out') world.signOut();
    if (step.do === 'sign in') world.signIn();
    if (step.do === 'wake') world.outbox.wake();
    if (step.do === 'clock jumps') {
      world.clock += step.ms;
      // The app ends a requested wait when the clock goes back, since the wait would be longer than possible.
      if (step.ms < 0) service.quiet = null;
    }
  }

  #entry(kind: SellerRequest['kind'], of: string): SellerRequest {
    this.#number += 1;
    const entry: SellerRequest = { label: `${kind.charAt(0).toUpperCase()}${this.#number}`, kind, of, status: 'asked' };
    this.log.requests.push(entry);
    return entry;
  }

  #try(act: () => unknown): void {
    try {
      act();
    } catch (error) {
      this.#expected(error);
    }
  }

  /** Creates a batch as an import does. */
  #createBatch(productId: string): void {
    const { stamper, now } = this.world.store.deps;
    const { batches } = this.world.store;
    const entries = [1, 2, 3].map(() => this.#entry('link', ''));
    const id = stamper.id();
    const links = entries.map(({ label }) => ({
      id: stamper.id(),
      productId,
      draft: linkDraft(label),
      acceptedAt: now(),
    }));
    const batch = { id, kind: 'import', name: '', acceptedAt: now(), total: links.length } as const;
    batches
      .create(batch, [links.slice(0, 2), links.slice(2)], () => undefined)
      .then(
        () => {
          // A product discarded meanwhile takes its links with it, and a cancelled batch its own.
          if (!this.world.catalog.products.active(productId) || this.#cancelled.has(id)) return;
          for (const entry of entries) entry.status = 'accepted';
        },
        (error: unknown) => this.#expected(error),
      );
  }

  /** Whether the link is on the service and nothing about it waits. */
  #isFree = (link: LinkRecord): boolean =>
    link.paymentLink !== null && this.world.queue.of(link.id).length === 0 && !isLeaving(this.world.store, link.id);

  #replaceBatch(links: readonly LinkRecord[]): void {
    const { store } = this.world;
    const { stamper, now } = store.deps;
    store
      .runExclusive(async () => {
        const entries: SellerRequest[] = [];
        const made = links.filter(this.#isFree).map(({ id, productId }) => {
          const entry = this.#entry('link', '');
          entries.push(entry);
          return { id: stamper.id(), productId, draft: linkDraft(entry.label), replaces: id, acceptedAt: now() };
        });
        await store.batches.create(store.batches.newBatch('prices', made.length), [made]);
        for (const entry of entries) entry.status = 'accepted';
      })
      .catch((error: unknown) => this.#expected(error));
  }

  #undoDeletion(): void {
    const { store } = this.world;
    const last = this.#deletions.pop();
    if (!last) return;
    const undo = async () => {
      const { ok } = await store.batches.undo(last.batch);
      if (ok) for (const entry of last.entries) entry.status = 'refused';
    };
    store.runExclusive(undo).catch((error: unknown) => this.#expected(error));
  }

  /** Counts what was accepted for these links as no longer wanted; some may be sent anyway. Returns what counts again, later. */
  #mayGo(ids: ReadonlySet<string>): () => void {
    const labels = new Set(
      activeLinks(this.world).flatMap(({ id, metadata }) => (ids.has(id) ? [labelIn(metadata[0]?.value ?? '')] : [])),
    );
    const note = () => {
      for (const entry of this.log.requests) {
        if (labels.has(entry.label) || (entry.kind === 'delete' && ids.has(entry.of))) entry.status = 'asked';
      }
    };
    note();
    return note;
  }

  #cancelBatch(): void {
    const { store, catalog } = this.world;
    const [batch] = catalog.staged.batches();
    if (!batch) return;
    const note = this.#mayGo(new Set([...catalog.staged.all(batch.id)].flat().map(({ linkId }) => linkId)));
    this.#cancelled.add(batch.id);
    // `note` covers what is accepted meanwhile.
    store.batches.cancel(batch.id).then(
      ({ ok }) => ok && note(),
      (error: unknown) => this.#expected(error),
    );
  }

  #delete(ids: readonly string[]): void {
    const { store } = this.world;
    store
      .runExclusive(async () => {
        const marked = ids.filter((id) => deletionOf(store, id) === 'mark');
        if (marked.length === 0) return;
        const entries = marked.map((id) => this.#entry('delete', id));
        const batch = await store.batches.delete(marked);
        for (const entry of entries) entry.status = 'accepted';
        this.#deletions.push({ batch, entries });
      })
      .catch((error: unknown) => this.#expected(error));
  }

  #decide(decision: Decision, chosen: readonly Change[]): void {
    const { store, service, catalog } = this.world;
    // A deletion is marked as sent only if the seller sees that the link is gone.
    const isSo = ({ subject }: Change) => !service.hasLink(catalog.links.get(subject)?.paymentLink ?? '');
    const able = decision === 'markAsSent' ? chosen.filter(isSo) : chosen;
    const { changes, along } = questionAbout(
      store,
      able.map(({ id }) => id),
      decision,
    );
    for (const { id } of changes) {
      if (decision === 'sendAgain' && store.queue.get(id)?.state === 'needs-review') this.log.sentAgain.push(id);
      if (decision === 'markAsSent') this.log.markedAsSent.add(id);
    }
    decide(store, { decision, changes, along }).then(
      (result) => this.#offer(result.ok ? result.value.undo : []),
      (error: unknown) => this.#expected(error),
    );
  }

  /** The seller has found what a change in doubt created, or that a link is gone. */
  #markAsSent(change: Change): void {
    const { outbox, service } = this.world;
    const { id, payload } = change;
    if (payload.kind === 'link.delete') {
      this.#decide('markAsSent', [change]);
      return;
    }
    const made = service.applied.find((request) => request.changeId === id)?.made;
    if (made === null || made === undefined) return;
    this.log.markedAsSent.add(id);
    const result =
      payload.kind === 'product.create'
        ? ({ kind: 'product', serverId: Number(made), answer: '' } as const)
        : ({ kind: 'link', paymentLink: made, answer: '' } as const);
    outbox.markAsSent(id, result).catch((error: unknown) => this.#expected(error));
  }
}
