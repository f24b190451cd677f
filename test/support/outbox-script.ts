// Runs a script of seller changes and environment changes in a world, and logs what the app reported to the seller.
import type { LinkRecord } from '../../src/main/catalog/records.ts';
import { keepLink } from '../../src/main/links/deletions.ts';
import { createLink, editLink } from '../../src/main/links/handlers.ts';
import { isDeletable, isLeaving } from '../../src/main/links/links.ts';
import { replaceLink, undoReplaces } from '../../src/main/links/replace-link.ts';
import { type Change, needsSeller } from '../../src/main/outbox/change.ts';
import { OutboxConflict } from '../../src/main/outbox/deps.ts';
import { createProduct, editProduct, setDefaultPrice } from '../../src/main/products/products.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { decide, questionAbout, undo } from '../../src/main/sync/decisions.ts';
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
  /** What it is about: the label of an edited record, the id of a product or link, or the webhook. */
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

/** The items among the first six whose bit is set. */
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
  /** The ids that each unused "Undo" would restore. */
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
      await this.world.flush();
    }
  }

  /** Logs unexpected errors. A failing disk or a conflict is shown to the seller; any other error is a bug. */
  #try(act: () => Promise<unknown>, refused = () => {}): void {
    const { store } = this.world;
    act().catch((error: unknown) => {
      if (!this.world.isRunning(store)) return;
      refused();
      if (error instanceof StorageError || error instanceof OutboxConflict) return;
      this.log.unexpectedErrors.push(`unexpected: ${error instanceof Error ? error.stack : String(error)}`);
    });
  }

  /** Runs exclusively, like a call of the window that reads the outbox and then adds to it. */
  #runAlone(act: () => Promise<unknown>): void {
    this.#try(() => this.world.store.runExclusive(act));
  }

  #ask(
    kind: SellerRequest['kind'],
    of: string,
    ask: (label: string) => Promise<Result<unknown>>,
    isAlone = false,
  ): void {
    const entry = this.#entry(kind, of);
    const { store } = this.world;
    const asking = async () => {
      const { ok } = await ask(entry.label);
      if (this.world.isRunning(store)) entry.status = ok ? 'accepted' : 'refused';
    };
    this.#try(
      () => (isAlone ? this.world.store.runExclusive(asking) : asking()),
      () => {
        entry.status = 'refused';
      },
    );
  }

  async #step(step: ScriptStep): Promise<void> {
    const { world } = this;
    const { store, catalog } = world;
    const nth = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(items.length, 1)];
    const links = activeLinks(store);
    const index = 'of' in step ? step.of : 0;
    const product = nth(activeProducts(store), index);
    const link = nth(links, index);
    switch (step.do) {
      case 'create product':
        return this.#ask('product', '', (label) => createProduct(store, productFields(label)));
      case 'create link':
        if (product) this.#ask('link', '', (label) => createLink(store, product.id, linkDraft(label)));
        return;
      case 'edit product': {
        const of = labelIn(product?.fields.productTitle ?? '');
        if (product)
          this.#ask('edit', of, (label) => editProduct(store, product.id, productFields(`${of} as ${label}`)));
        return;
      }
      case 'edit link': {
        const of = labelIn(link?.metadata[0]?.value ?? '');
        if (link) this.#ask('edit', of, (label) => editLink(store, link.id, linkDraft(`${of} as ${label}`)), true);
        return;
      }
      case 'set price': {
        const price = (label: string) => [{ currencyId: 2, priceCents: priceOf(label), discountCents: null }];
        if (product) this.#ask('price', product.id, (label) => setDefaultPrice(store, product.id, price(label)), true);
        return;
      }
      case 'save webhook':
      case 'save webhook with a key':
        return this.#ask(
          'webhook',
          'webhook',
          (label) => {
            const hasKey = step.do === 'save webhook with a key';
            if (hasKey) this.log.withKey.add(label);
            return saveWebhook(store, { url: webhookOf(label), isOn: true, key: hasKey ? keyOf(label) : null });
          },
          true,
        );
      case 'delete link':
        return this.#delete(link ? [link.id] : []);
      case 'delete many':
        return this.#delete(chosen(links, step.of).map(({ id }) => id));
      case 'keep link':
        if (link)
          this.#runAlone(async () => {
            for (const entry of this.log.requests)
              if (entry.kind === 'delete' && entry.of === link.id) entry.status = 'asked';
            await keepLink(store, link.id);
          });
        return;
      case 'replace link':
        if (link) this.#ask('link', '', (label) => replaceLink(store, link.id, linkDraft(label)), true);
        return;
      case 'undo replace': {
        if (!link) return;
        // An undone staged replacement leaves no change. `note` marks again what was accepted meanwhile.
        const isStaged = catalog.staged.replacedBy(link.id) !== null;
        const note = isStaged ? this.#mayGo(new Set([link.id])) : () => undefined;
        return this.#try(() => undoReplaces(store, [link.id]).then(note));
      }
      case 'create batch':
        if (product) this.#createBatch(product.id);
        return;
      case 'replace batch':
        return this.#replaceBatch(chosen(links, step.of));
      case 'undo deletion':
        return this.#undoDeletion();
      case 'pause batch':
      case 'resume batch':
        return this.#try(async () => {
          for (const { id } of catalog.staged.batches()) store.batches.setPaused(id, step.do === 'pause batch');
        });
      case 'cancel batch':
        return this.#cancelBatch();
      case 'decide many':
        return this.#decide(step.decision, chosen(store.queue.all(), step.of));
      case 'undo': {
        const ids = this.#undos.pop();
        if (!ids) return;
        for (const id of ids) {
          const ended = catalog.history.get(id);
          if (ended) this.log.broughtBack.set(id, ended);
        }
        return this.#runAlone(() => undo(store, ids));
      }
      case 'discard': {
        const change = nth(store.queue.all(), step.of);
        return this.#decide('discard', change ? [change] : []);
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

  /** Links of a batch, and their requests in the log. */
  #newLinks(of: readonly { readonly productId: string; readonly replaces?: string }[]) {
    const { stamper, now } = this.world.store.deps;
    const entries = of.map(() => this.#entry('link', ''));
    const links = of.map((link, index) => {
      return { ...link, id: stamper.id(), draft: linkDraft(entries[index]?.label ?? ''), acceptedAt: now() };
    });
    return { entries, links };
  }

  /** Creates a batch as an import does. */
  #createBatch(productId: string): void {
    const { batches } = this.world.store;
    const { entries, links } = this.#newLinks(Array(3).fill({ productId }));
    const batch = batches.newBatch('import', links.length);
    this.#try(async () => {
      await batches.create(batch, [links.slice(0, 2), links.slice(2)]);
      // A product discarded meanwhile takes its links with it, and a cancelled batch its own.
      if (!this.world.catalog.products.active(productId) || this.#cancelled.has(batch.id)) return;
      for (const entry of entries) entry.status = 'accepted';
    });
  }

  #replaceBatch(chosenLinks: readonly LinkRecord[]): void {
    const { store, queue } = this.world;
    /** Whether the link is on the service and nothing about it waits. */
    const isFree = ({ id, paymentLink }: LinkRecord): boolean =>
      paymentLink !== null && queue.of(id).length === 0 && !isLeaving(store, id);
    this.#runAlone(async () => {
      const free = chosenLinks.filter(isFree).map(({ id, productId }) => ({ productId, replaces: id }));
      const { entries, links } = this.#newLinks(free);
      const batch = store.batches.newBatch('prices', links.length);
      await store.batches.create(batch, [links]);
      // It may have been cancelled before any of its links was staged.
      if (!this.#cancelled.has(batch.id)) for (const entry of entries) entry.status = 'accepted';
    });
  }

  #undoDeletion(): void {
    const last = this.#deletions.pop();
    if (!last) return;
    this.#runAlone(async () => {
      const { ok } = await this.world.store.batches.undo(last.batch);
      if (ok) for (const entry of last.entries) entry.status = 'refused';
    });
  }

  /** Marks the requests for these links as open, because some may still be sent. Returns a function that repeats it. */
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
    const staged = [...catalog.staged.all()].flat().filter(({ batchId }) => batchId === batch.id);
    const note = this.#mayGo(new Set(staged.map(({ linkId }) => linkId)));
    this.#cancelled.add(batch.id);
    // `note` marks again what was accepted meanwhile.
    this.#try(() => store.batches.cancel(batch.id).then(({ ok }) => ok && note()));
  }

  #delete(ids: readonly string[]): void {
    const { store } = this.world;
    this.#runAlone(async () => {
      const marked = ids.filter((id) => isDeletable(store, id));
      if (marked.length === 0) return;
      const entries = marked.map((id) => this.#entry('delete', id));
      const batch = await store.batches.delete(marked);
      for (const entry of entries) entry.status = 'accepted';
      this.#deletions.push({ batch, entries });
    });
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
    this.#try(async () => {
      const result = await decide(store, { decision, changes, along });
      if (result.ok && result.value.undo.length > 0) this.#undos.push(result.value.undo);
    });
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
    this.#try(() => outbox.markAsSent(id, result));
  }
}
