// The webhook inbox: receives deliveries, here or through a team's relay, and stores each in the database of its store.
import { z } from 'zod';
import {
  type AnswerWith,
  answerWithSchema,
  DEFAULT_INBOX_PORT,
  type InboxView,
  inboxGapSchema,
  inboxPortSchema,
  sendsToInbox,
} from '../../../shared/inbox.ts';
import { ok, type Result, refuse } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/main.ts';
import type { NewDelivery } from '../../catalog/deliveries.ts';
import type { SaleRecord } from '../../catalog/records.ts';
import { type Document, openDocument } from '../../storage/document.ts';
import { orLog, StorageError } from '../../storage/durable-file.ts';
import type { OnSetAside } from '../../storage/set-aside.ts';
import { timeSchema } from '../../storage/stamp.ts';
import type { StoreContext } from '../../store-context.ts';
import { createExclusive } from '../../turns.ts';
import { knownKeys, webhookTarget } from '../webhook.ts';
import { type Arrived, type Limits, type Receiver, startReceiver } from './receiver.ts';
import { newDelivery, storesOfDigest, type VerifiedDelivery } from './verify.ts';

const t = texts.inbox;

const settingsSchema = z.object({
  port: inboxPortSchema,
  answerWith: answerWithSchema,
  /** When the inbox last ran, as far as known. */
  ranUntil: timeSchema.optional(),
  /** When the inbox did not run; null once dismissed. */
  gap: inboxGapSchema.nullable(),
});
type Settings = z.infer<typeof settingsSchema>;
/** How often `ranUntil` is written, in ms. After a crash a gap seems longer by up to this. */
const RAN_MS = 5 * 60_000;
const NEVER_STARTED: Settings = { port: DEFAULT_INBOX_PORT, answerWith: '200', gap: null };

/** A delivery that came through a team's relay. `id`: its id on the stream; `at`: when the relay received it. */
export interface RelayedArrival extends Arrived {
  readonly id: string;
  readonly at: number;
}

export interface InboxDeps {
  readonly folder: string;
  readonly now: () => number;
  readonly newId: () => string;
  readonly stores: () => readonly StoreContext[];
  readonly shownStoreId: () => string | null;
  /** Resolves when the databases of the stores are open. */
  readonly ready: () => Promise<unknown>;
  readonly onSetAside: OnSetAside;
  /** Call after a change that screens show. */
  readonly onChange: () => void;
  /** Call for the sales that count from now on. */
  readonly onSales: (storeId: string, sales: readonly SaleRecord[]) => void;
  readonly limits?: Limits;
}

export class Inbox {
  readonly #settings: Document<Settings>;
  #receiver: Receiver | null = null;
  readonly #starting = createExclusive();
  #storageProblem: string | null = null;
  #running: NodeJS.Timeout | null = null;

  constructor(private readonly deps: InboxDeps) {
    this.#settings = openDocument({
      folder: deps.folder,
      name: 'inbox',
      what: t.kept.settings,
      schema: settingsSchema,
      initial: NEVER_STARTED,
      onSetAside: deps.onSetAside,
      onChange: deps.onChange,
    });
  }

  view(): InboxView {
    const { port, answerWith, gap } = this.#settings.value;
    return {
      address: this.#receiver ? `http://127.0.0.1:${this.#receiver.port}/after-sell` : null,
      port: this.#receiver?.port ?? port,
      answerWith,
      diskProblem: this.#storageProblem,
      gap,
    };
  }

  /** Call when deliveries were removed. */
  changed(): void {
    this.deps.onChange();
  }

  /** Saves what the seller decides; `gap: null` dismisses the gap. Rejects with `StorageError`. */
  async change(part: { readonly gap: null } | { readonly answerWith: AnswerWith }): Promise<Result<void>> {
    return ok(this.#settings.save({ ...this.#settings.value, ...part }));
  }

  /** Call at the app's start: starts the inbox if a webhook sends to it. */
  async resume(): Promise<void> {
    await this.deps.ready();
    if (!this.deps.stores().some(this.#isTargetOf)) return;
    const started = await this.start(this.view().port);
    // The screens say that the inbox does not run.
    if (!started.ok) console.error('The webhook inbox was not started', started.problem.message);
  }

  start(port: number): Promise<Result<void>> {
    return this.#starting(async () => {
      if (this.#receiver) return ok(undefined);
      try {
        this.#receiver = await this.#receive(port);
      } catch (error) {
        const problem = whyNotStarted(port, error as NodeJS.ErrnoException);
        return refuse('conflict', problem, { port: problem });
      }
      this.#remember({ port: this.#receiver.port, ...this.#runningNow(0) });
      // A longer pause between two calls means that the computer slept.
      const onInterval = () => this.#remember(this.#runningNow(2 * RAN_MS));
      this.#running = setInterval(onInterval, RAN_MS).unref();
      this.deps.onChange();
      return ok(undefined);
    });
  }

  /** The settings to save while the inbox runs. They have a gap if it was last saved more than `longest` ms ago. */
  #runningNow(longest: number): Pick<Settings, 'ranUntil' | 'gap'> {
    const { ranUntil, gap } = this.#settings.value;
    const now = this.deps.now();
    const isMissed = ranUntil !== undefined && now - ranUntil > longest;
    // Extends the previous gap: one that is too long hides no sale.
    return { ranUntil: now, gap: isMissed ? { from: gap?.from ?? ranUntil, until: now } : gap };
  }

  /** Until the seller has chosen a port, takes any free one if the default is in use. */
  #receive(port: number): Promise<Receiver> {
    const isChosen = port !== DEFAULT_INBOX_PORT || this.#settings.value !== NEVER_STARTED;
    const listen = (at: number) =>
      startReceiver(at, {
        limits: this.deps.limits,
        answerWith: () => this.#settings.value.answerWith,
        store: (arrived, answered) => this.#take(arrived, answered),
      });
    return listen(port).catch((error: NodeJS.ErrnoException) => {
      if (isChosen || error.code !== 'EADDRINUSE') throw error;
      return listen(0);
    });
  }

  stop(): Promise<Result<void>> {
    return this.#starting(async () => {
      if (this.#receiver) {
        if (this.#running) clearInterval(this.#running);
        await this.#receiver.close();
        this.#receiver = null;
        this.#remember({ ranUntil: this.deps.now() });
        this.deps.onChange();
      }
      return ok(undefined);
    });
  }

  /** Rejects if no store can take the delivery now; the sender then tries again. */
  async #take(arrived: Arrived, answered: number): Promise<void> {
    const { newId, now } = this.deps;
    const stores = this.deps.stores();
    const delivery = newDelivery(arrived, { id: newId(), at: now(), answered }, stores.flatMap(knownKeys));
    const store = this.#storeOf(delivery, stores);
    if (!store?.takesDeliveries) throw new Error('no store is open');
    await this.#storeIn(store, [delivery]);
  }

  /**
   * The store whose key the delivery carries, else a store whose webhook sends to this inbox, else any store. The shown
   * store comes first.
   */
  #storeOf(delivery: VerifiedDelivery, stores: readonly StoreContext[]): StoreContext | undefined {
    const ofAddress = stores.filter(this.#isTargetOf);
    const candidates = [ownersOf(delivery, stores), ofAddress, stores].find(({ length }) => length > 0) ?? [];
    return candidates.find(({ id }) => id === this.deps.shownStoreId()) ?? candidates[0];
  }

  readonly #isTargetOf = (store: StoreContext): boolean => sendsToInbox(this.view(), webhookTarget(store));

  async #storeIn({ id, sales }: StoreContext, deliveries: readonly NewDelivery[], also?: () => void): Promise<void> {
    try {
      const counted = await sales.store(deliveries, also);
      this.#storageProblem = null;
      this.deps.onSales(id, counted);
    } catch (error) {
      if (error instanceof StorageError) this.#storageProblem = error.message;
      throw error;
    } finally {
      this.deps.onChange();
    }
  }

  /**
   * Stores the deliveries that are for an open store. They may come twice. One without a known key is for all stores
   * except the practice store. Calls `setPosition` in the transaction of the last one. Rejects with `StorageError`.
   */
  async keepRelayed(storeId: string, arrivals: readonly RelayedArrival[], setPosition: () => void): Promise<void> {
    const stores = this.#openStores();
    const store = stores.find(({ id }) => id === storeId);
    if (!store) throw new Error('The store is not open');
    const known = this.deps.stores().flatMap(knownKeys);
    const deliveries = arrivals.map(({ id, at, ...arrived }) => newDelivery(arrived, { id, at, answered: 200 }, known));
    const own = deliveries.filter((delivery) =>
      delivery.storeIds.length === 0 ? !store.deps.record().practice : ownersOf(delivery, stores).includes(store),
    );
    if (own.length === 0) setPosition();
    else await this.#storeIn(store, own, setPosition);
  }

  #openStores(): StoreContext[] {
    return this.deps.stores().filter(({ takesDeliveries }) => takesDeliveries);
  }

  /** Verifies deliveries that arrived before their key was known, and moves them to its store. Call when keys may have changed. */
  async verifyAgain(): Promise<void> {
    const known = this.deps.stores().flatMap(knownKeys);
    const stores = this.#openStores();
    for (const store of stores) {
      const { deliveries } = store.catalog;
      for (const { id, keyDigest } of deliveries.unverifiedKeys()) {
        const storeIds = storesOfDigest(id, keyDigest, known);
        const delivery = storeIds.length > 0 ? deliveries.get(id) : undefined;
        const owners = delivery ? ownersOf({ storeIds, body: delivery.body }, stores) : [];
        const owner = owners.includes(store) ? store : owners[0];
        if (!delivery || !owner) continue;
        const record = { ...delivery.record, verification: 'verified' as const };
        await this.#storeIn(owner, [{ ...delivery, record, keyDigest: null }]);
        if (owner !== store) deliveries.remove(id);
      }
    }
  }

  /** If the disk refuses, the inbox runs anyway; the next start uses the previous settings. */
  #remember(part: Partial<Settings>): void {
    const { value } = this.#settings;
    orLog('The settings of the webhook inbox could not be written', () => this.#settings.save({ ...value, ...part }));
  }
}

/** The stores whose key a delivery carries; of several, those with its link or product, if any. */
function ownersOf({ storeIds, body }: Pick<VerifiedDelivery, 'storeIds' | 'body'>, stores: readonly StoreContext[]) {
  const ofKey = stores.filter(({ id }) => storeIds.includes(id));
  const claims = ofKey.map((store) => (ofKey.length > 1 && store.takesDeliveries ? store.sales.claim(body) : 0));
  return ofKey.filter((_, index) => claims[index] === Math.max(...claims));
}

function whyNotStarted(port: number, { code, message }: NodeJS.ErrnoException): string {
  if (code === 'EADDRINUSE') return t.portTaken({ port });
  return code === 'EACCES' ? t.portNotAllowed({ port }) : t.notStarted({ reason: message });
}
