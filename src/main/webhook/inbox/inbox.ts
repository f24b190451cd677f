// The webhook inbox: receives, verifies, stores and lists deliveries. Over 300 lines because starting, stopping and storing
// share one lock and one state.

import { z } from 'zod';
import {
  type AnswerWith,
  answerWithSchema,
  DEFAULT_INBOX_PORT,
  type InboxGap,
  type InboxView,
  inboxGapSchema,
  inboxPortSchema,
} from '../../../shared/inbox.ts';
import { ok, type Result, refuse } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/main.ts';
import { type Document, openDocument } from '../../storage/document.ts';
import { StorageError } from '../../storage/durable-file.ts';
import { createExclusive } from '../../storage/exclusive.ts';
import type { OnSetAside } from '../../storage/set-aside.ts';
import { createStamper, type Stamper, timeSchema } from '../../storage/stamp.ts';
import { Deliveries, type DeliveryQuery } from './deliveries.ts';
import { newDelivery } from './new-delivery.ts';
import { type DeliveryDocument, deliveryDocument } from './pretty.ts';
import { type Arrived, type Limits, type Receiver, type ReceiverDeps, startReceiver } from './receiver.ts';
import type { Kept } from './record.ts';
import type { RelayPosition } from './relay-table.ts';
import { type KnownKey, printOf, storesOfDigest } from './verify.ts';

const t = texts.inbox;

const settingsSchema = z.object({
  port: inboxPortSchema,
  answerWith: answerWithSchema,
  /** The last known time that it ran. */
  ranUntil: timeSchema.optional(),
  /** When it did not run, until dismissed. */
  gaps: z.array(inboxGapSchema).optional(),
});
type Settings = z.infer<typeof settingsSchema>;
/** How often `ranUntil` is written, in ms: after a crash, a gap seems longer by up to this. */
const RAN_MS = 5 * 60_000;
/** Older ones are merged into one: a longer time to look through misses no sale. */
const GAPS_KEPT = 3;
const NEVER_STARTED: Settings = { port: DEFAULT_INBOX_PORT, answerWith: '200' };

/** A delivery that came through a team's relay. `id`: its id on the stream; `at`: when the relay received it. */
export interface RelayedArrival extends Arrived {
  readonly id: string;
  readonly at: number;
}

export interface InboxDeps {
  readonly folder: string;
  readonly now: () => number;
  /** Keys to verify deliveries with. */
  readonly knownKeys: () => readonly KnownKey[];
  readonly onSetAside: OnSetAside;
  /** Call after a change that screens show. */
  readonly onChange: () => void;
  /** New deliveries are on disk. */
  readonly onKept: (deliveries: readonly Kept[]) => void;
  readonly limits?: Partial<Limits>;
}

export class Inbox {
  readonly #deps: InboxDeps;
  readonly #settings: Document<Settings>;
  readonly #deliveries: Deliveries;
  readonly #stamper: Stamper;
  /** The newest delivery's id. Each id has to be greater, because the oldest deliveries are removed by id. */
  #lastId = '';
  #receiver: Receiver | null = null;
  /** The keys that all deliveries were verified with; null if some may not have been. */
  #verifiedWith: string | null = null;
  readonly #runExclusive = createExclusive();
  #diskProblem: string | null = null;
  #running: NodeJS.Timeout | null = null;

  /** If the disk refuses, the inbox shows the reason and retries when it is started. */
  static async open(deps: InboxDeps): Promise<Inbox> {
    const inbox = new Inbox(deps);
    try {
      inbox.#lastId = await inbox.#deliveries.open();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      console.error('The webhook inbox could not be opened', error);
      inbox.#diskProblem = error.message;
    }
    return inbox;
  }

  private constructor(deps: InboxDeps) {
    this.#deps = deps;
    const { folder, onSetAside } = deps;
    this.#settings = openDocument({
      folder,
      name: 'inbox',
      what: t.kept.settings,
      parse: (value) => settingsSchema.safeParse(value).data ?? null,
      initial: NEVER_STARTED,
      onSetAside,
    });
    this.#deliveries = new Deliveries({
      folder,
      onSetAside,
      onKept: (kept) => {
        deps.onChange();
        deps.onKept(kept);
      },
      onReplaced: deps.onChange,
    });
    this.#stamper = createStamper(deps.now, '');
  }

  view(): InboxView {
    const { port, answerWith, gaps = [] } = this.#settings.value;
    return {
      address: this.#receiver ? `http://127.0.0.1:${this.#receiver.port}/after-sell` : null,
      port: this.#receiver?.port ?? port,
      answerWith,
      kept: this.#deliveries.count,
      diskProblem: this.#diskProblem,
      gaps,
    };
  }

  async dismissGap(): Promise<void> {
    await this.#settings.save({ ...this.#settings.value, gaps: [] });
    this.#deps.onChange();
  }

  start(port: number): Promise<Result<void>> {
    return this.#runExclusive(async () => {
      if (this.#receiver) return ok(undefined);
      try {
        const newest = await this.#deliveries.open();
        if (newest > this.#lastId) this.#lastId = newest;
        this.#diskProblem = null;
        this.#receiver = await this.#receive(port);
      } catch (error) {
        const problem = whyNotStarted(port, error as NodeJS.ErrnoException);
        return refuse('conflict', problem, { port: problem });
      }
      const { ranUntil, gaps = [] } = this.#settings.value;
      const now = this.#deps.now();
      const isGap = ranUntil !== undefined && ranUntil < now;
      await this.#remember({
        port: this.#receiver.port,
        ranUntil: now,
        gaps: isGap ? withGap(gaps, { from: ranUntil, until: now }) : gaps,
      });
      this.#running = setInterval(() => void this.#remember({ ranUntil: this.#deps.now() }), RAN_MS).unref();
      this.#deps.onChange();
      return ok(undefined);
    });
  }

  /** Before the seller has chosen a port, any free one where the default is taken. */
  async #receive(port: number): Promise<Receiver> {
    const how: ReceiverDeps = {
      limits: this.#deps.limits,
      answerWith: () => this.#settings.value.answerWith,
      store: (arrived, answered) => this.#keep(arrived, answered),
    };
    try {
      return await startReceiver(port, how);
    } catch (error) {
      const isChosen = port !== DEFAULT_INBOX_PORT || this.#settings.value !== NEVER_STARTED;
      if (isChosen || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      return startReceiver(0, how);
    }
  }

  stop(): Promise<Result<void>> {
    return this.#runExclusive(async () => {
      if (this.#receiver) {
        if (this.#running) clearInterval(this.#running);
        await this.#receiver.close();
        this.#receiver = null;
        await this.#remember({ ranUntil: this.#deps.now() });
      }
      await this.#deliveries.settled();
      this.#deps.onChange();
      return ok(undefined);
    });
  }

  async setAnswer(answerWith: AnswerWith): Promise<Result<void>> {
    await this.#settings.save({ ...this.#settings.value, answerWith });
    this.#deps.onChange();
    return ok(undefined);
  }

  /** A page of matching deliveries, newest first. Only the start of long bodies is searched. */
  list(query: DeliveryQuery) {
    return this.#deliveries.list(query);
  }

  /** Ids of matching deliveries, newest first. */
  matching(search: string): readonly string[] {
    return this.#deliveries.matching(search);
  }

  /** With the whole body. Throws `StorageError`, as all methods that read. */
  get(id: string): Kept | undefined {
    return this.#deliveries.get(id);
  }

  /** Older than `before`, or all; newest first. */
  page(before: string | null, limit: number): readonly Kept[] {
    return this.#deliveries.page(before, limit);
  }

  open(id: string): DeliveryDocument | null {
    const kept = this.get(id);
    return kept ? deliveryDocument(kept) : null;
  }

  async clear(): Promise<Result<void>> {
    await this.#deliveries.clear();
    this.#deps.onChange();
    return ok(undefined);
  }

  async close(): Promise<void> {
    await this.stop();
    await this.#deliveries.close();
  }

  // ---- a team's relay

  /** See `Deliveries.keepRelayed`. */
  async keepRelayed(
    deliveries: readonly RelayedArrival[],
    team: string,
    position: RelayPosition,
    continues = false,
  ): Promise<boolean> {
    const known = this.#deps.knownKeys();
    const records = deliveries.map(({ id, at, ...arrived }) => ({
      ...newDelivery(arrived, { id: this.#newId(), at, answered: 200 }, known),
      relayed: { id, at },
    }));
    const isKept = await this.#storing(() => this.#deliveries.keepRelayed(records, team, position, continues));
    this.#keptWith(known);
    return isKept;
  }

  /** Undefined if nothing of this team was read. Rejects with `StorageError`. */
  relayPosition(team: string): Promise<RelayPosition | undefined> {
    return this.#deliveries.relayPosition(team);
  }

  /** The sales in these deliveries are stored, so they may be removed when they are old. */
  noted(ids: readonly string[]): Promise<void> {
    return this.#deliveries.noted(ids);
  }

  /** Deliveries after `after`, or all, whose sales may not be stored yet; oldest first. */
  unnoted(limit: number, after = ''): readonly Kept[] {
    return this.#deliveries.unnoted(limit, after);
  }

  /** Verifies deliveries that arrived before their key was known. Call when keys may have changed. */
  async verifyAgain(): Promise<void> {
    const known = this.#deps.knownKeys();
    const print = printOf(known);
    if (known.length === 0 || print === this.#verifiedWith) return;
    this.#verifiedWith = print;
    try {
      await this.#deliveries.verifyAgain((given) => storesOfDigest(given, known));
    } catch (error) {
      this.#verifiedWith = null;
      throw error;
    }
  }

  async #keep(arrived: Arrived, answered: number): Promise<void> {
    const known = this.#deps.knownKeys();
    const facts = { id: this.#newId(), at: this.#deps.now(), answered };
    await this.#storing(() => this.#deliveries.keep(newDelivery(arrived, facts, known)));
    this.#keptWith(known);
  }

  /** The keys may have changed while a delivery was being stored. */
  #keptWith(known: readonly KnownKey[]): void {
    if (printOf(known) !== this.#verifiedWith) this.#verifiedWith = null;
  }

  #newId(): string {
    this.#lastId = this.#stamper.id(this.#lastId);
    return this.#lastId;
  }

  async #storing<Result>(store: () => Promise<Result>): Promise<Result> {
    try {
      const result = await store();
      this.#diskProblem = null;
      return result;
    } catch (error) {
      this.#diskProblem = (error as Error).message;
      this.#deps.onChange();
      throw error;
    }
  }

  async #remember(part: Partial<Settings>): Promise<void> {
    await this.#settings
      .save({ ...this.#settings.value, ...part })
      // The inbox runs all the same; the next start uses the previous settings.
      .catch((error: unknown) => console.error('The settings of the webhook inbox could not be written', error));
  }
}

function whyNotStarted(port: number, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return t.portTaken({ port });
    case 'EACCES':
      return t.portNotAllowed({ port });
    default:
      return t.notStarted({ reason: error.message });
  }
}

function withGap(gaps: readonly InboxGap[], gap: InboxGap): InboxGap[] {
  const [first, second, ...rest] = [...gaps, gap];
  if (!first || !second || rest.length + 2 <= GAPS_KEPT) return [...gaps, gap];
  return [{ from: first.from, until: second.until }, ...rest];
}
