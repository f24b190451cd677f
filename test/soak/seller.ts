// The seller of the soak test: makes the changes of a working day, and records what the app accepted.
import { createLink, deleteLink, editLink } from '../../src/main/links/links.ts';
import { createProduct, editProduct, setDefaultPrice } from '../../src/main/products/products.ts';
import type { Action, NewAction } from '../../src/main/sync/outbox/action.ts';
import { OutboxConflict } from '../../src/main/sync/outbox/deps.ts';
import { saveWebhook } from '../../src/main/webhook/webhook.ts';
import type { LinkDraft } from '../../src/shared/payment-link.ts';
import type { Result } from '../../src/shared/problem.ts';
import type { ProductFields } from '../../src/shared/product.ts';
import type { Chance } from '../kill/chance.ts';
import { allHistory } from '../support/catalog-rows.ts';
import type { AppRun } from './app-run.ts';
import { type Ledger, webhookAddress } from './ledger.ts';
import type { VirtualTime } from './virtual-time.ts';

/** The most changes: the history, which the verdict reads, keeps 5,000. */
const MOST_CHANGES = 4_700;

const prices = (number: number) => [{ currencyId: 2, priceCents: number, discountCents: null }];

export const productFields = (label: string, number: number): ProductFields => ({
  buttonTitle: 'Buy',
  productTitle: label,
  productDescription: String(number),
});

export const linkDraft = (label: string, number: number): LinkDraft => ({
  prices: prices(number),
  useOnce: false,
  metadata: [{ key: 'order', value: label }],
});

export class SoakSeller {
  /** Local ids in order of creation. */
  readonly #products: string[] = [];
  readonly #links: string[] = [];
  readonly #labels = new Map<string, string>();
  #number = 1_000;
  edits = 0;
  withdrawn = 0;

  constructor(
    private readonly app: AppRun,
    private readonly time: VirtualTime,
    private readonly ledger: Ledger,
    private readonly chance: Chance,
  ) {}

  get #isFull(): boolean {
    return this.ledger.accepted.size + this.withdrawn > MOST_CHANGES;
  }

  next(): number {
    this.#number += 1;
    return this.#number;
  }

  labelOf(subject: string): string {
    return this.#labels.get(subject) ?? subject;
  }

  /** The newest change of a kind to a record. */
  #action(subject: string, kind: Action['payload']['kind']): Action | undefined {
    const { outbox, queue } = this.app.store;
    const isIt = (one: Action) => one.subject === subject && one.payload.kind === kind;
    // A done one leaves the queue's files once it is in the history.
    const kept = [...allHistory(this.app.store), ...queue.values()].filter(isIt);
    return outbox.of(subject).findLast(isIt) ?? kept.sort((a, b) => (a.id < b.id ? -1 : 1)).at(-1);
  }

  /** Records an accepted change; false if the app refused it. */
  async #make(
    subject: string,
    kind: Action['payload']['kind'],
    number: number,
    asked: Promise<Result<unknown>>,
  ): Promise<boolean> {
    const made = await this.time.during(asked);
    const action = this.#action(subject, kind);
    if (!made.ok || !action) return false;
    if (this.ledger.accepted.has(action.id)) this.edits += 1;
    this.ledger.take(action, this.labelOf(subject), number);
    return true;
  }

  async product(): Promise<void> {
    if (this.#isFull) return;
    const number = this.next();
    const label = `product-${number}`;
    const made = await this.time.during(createProduct(this.app.store, productFields(label, number)));
    if (!made.ok) return;
    this.#labels.set(made.value.id, label);
    this.#products.push(made.value.id);
    await this.#make(made.value.id, 'product.create', number, Promise.resolve(made));
  }

  /** A recent product: older ones may have been discarded. */
  #product(): string | undefined {
    const { products } = this.app.store.catalog;
    return this.chance.pick(this.#products.slice(-15).filter((id) => products.get(id)?.deletedAt === null));
  }

  async link(): Promise<void> {
    const product = this.#product();
    if (product === undefined || this.#isFull) return;
    const number = this.next();
    const label = `link-${number}`;
    const made = await this.time.during(createLink(this.app.store, product, linkDraft(label, number)));
    if (!made.ok) return;
    this.#labels.set(made.value.id, label);
    this.#links.push(made.value.id);
    await this.#make(made.value.id, 'link.create', number, Promise.resolve(made));
  }

  /** Many links at once, accepted in portions like an import. */
  async import(count: number): Promise<void> {
    const product = this.#product();
    if (product === undefined || this.#isFull) return;
    const { outbox, deps } = this.app.store;
    const drafts = Array.from({ length: count }, (): NewAction => {
      const number = this.next();
      const subject = deps.stamper.id();
      this.#labels.set(subject, `link-${number}`);
      const draft = linkDraft(`link-${number}`, number);
      return { subject, payload: { kind: 'link.create', productId: product, draft }, waitsFor: [product] };
    });
    for (let at = 0; at < count; at += 250) {
      for (const action of await this.time.during(outbox.accept(drafts.slice(at, at + 250)))) {
        this.#links.push(action.subject);
        const { payload } = action;
        const number = payload.kind === 'link.create' ? (payload.draft.prices[0]?.priceCents ?? 0) : 0;
        this.ledger.take(action, this.labelOf(action.subject), number);
      }
    }
  }

  async price(): Promise<void> {
    const product = this.#product();
    if (product === undefined || this.#isFull) return;
    const number = this.next();
    await this.#make(product, 'product.update', number, setDefaultPrice(this.app.store, product, prices(number)));
  }

  async webhook(): Promise<void> {
    if (this.#isFull) return;
    const number = this.next();
    const saved = saveWebhook(this.app.store, { url: webhookAddress(number), isOn: true, key: null });
    await this.#make('webhook', 'settings.update', number, saved);
  }

  /** Deletes a link of the service, or cancels an unsent one. */
  async deletion(of: 'synced' | 'waiting'): Promise<void> {
    const { store } = this.app;
    const isSynced = (id: string) => (store.catalog.links.get(id)?.paymentLink ?? null) !== null;
    const stands = (id: string) => store.catalog.links.get(id)?.deletedAt === null && !store.outbox.deletes(id);
    const fitting = this.#links.slice(-400).filter((id) => stands(id) && isSynced(id) === (of === 'synced'));
    const link = this.chance.pick(fitting);
    if (link === undefined || this.#isFull) return;
    const deleted = await this.#unlessItLeft(store.runExclusive(() => deleteLink(store, link)));
    if (!deleted?.ok) return;
    if (deleted.value.how === 'withdrawn') this.withdrawn += 1;
    else await this.#make(link, 'link.delete', this.next(), Promise.resolve(deleted));
  }

  /** Edits a waiting change. */
  async edit(): Promise<void> {
    const { store } = this.app;
    const isCreate = ({ payload, state }: Action) => payload.kind.endsWith('.create') && state !== 'needs-review';
    const action = this.chance.pick(store.outbox.all().filter(isCreate));
    if (action) await this.editAction(action);
  }

  async editAction({ subject, payload }: Action): Promise<void> {
    const { store } = this.app;
    const number = this.next();
    const label = this.labelOf(subject);
    const edited = await this.#unlessItLeft(
      payload.kind === 'product.create'
        ? editProduct(store, subject, productFields(label, number))
        : editLink(store, subject, linkDraft(label, number)),
    );
    if (edited?.ok) await this.#make(subject, payload.kind, number, Promise.resolve(edited));
  }

  /** A change that is sent in the moment of the click stays, and the seller gets an error. */
  async #unlessItLeft<T>(asked: Promise<T>): Promise<T | null> {
    try {
      return await this.time.during(asked);
    } catch (error) {
      if (error instanceof OutboxConflict) return null;
      throw error;
    }
  }
}
