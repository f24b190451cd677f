// The webhook inbox: starts and stops the receiver, checks what arrives, keeps it, and shows it.

import { z } from 'zod';
import {
  type AnswerWith,
  answerWithSchema,
  DEFAULT_INBOX_PORT,
  type Delivery,
  type InboxView,
  inboxPortSchema,
} from '../../../shared/inbox.ts';
import { ok, type Result, refuse } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/main.ts';
import { type Document, openDocument } from '../../storage/document.ts';
import { StorageError } from '../../storage/durable-file.ts';
import { createExclusive } from '../../storage/exclusive.ts';
import type { OnSetAside } from '../../storage/set-aside.ts';
import { createStamper, type Stamper } from '../../storage/stamp.ts';
import { Deliveries, type DeliveryQuery } from './deliveries.ts';
import { documentShape } from './pretty.ts';
import { headersOf, isJson, textOf } from './read-delivery.ts';
import { type Arrived, LIMITS, type Limits, type Receiver, type ReceiverDeps, startReceiver } from './receiver.ts';
import type { DeliveryRecord, Kept } from './record.ts';
import { hideKeys, hideKeysInBytes, type KnownKey, keysToHide, verify, withoutKeys } from './verify.ts';

const words = texts.inbox;

const settingsSchema = z.object({ port: inboxPortSchema, answerWith: answerWithSchema });
type Settings = z.infer<typeof settingsSchema>;
const NEVER_STARTED: Settings = { port: DEFAULT_INBOX_PORT, answerWith: '200' };

/** Of a longer text the window gets only the start, in characters. */
const SHOWN = 200_000;

export interface InboxDeps {
  readonly folder: string;
  readonly now: () => number;
  /** The keys that deliveries are compared with. */
  readonly knownKeys: () => readonly KnownKey[];
  readonly onSetAside: OnSetAside;
  /** Something changed that screens show. */
  readonly onChange: () => void;
  /** These have arrived and are on disk. */
  readonly onKept: (deliveries: readonly Kept[]) => void;
  readonly limits?: Partial<Limits>;
}

export class Inbox {
  readonly #deps: InboxDeps;
  readonly #settings: Document<Settings>;
  readonly #deliveries: Deliveries;
  readonly #stamper: Stamper;
  /** Of the newest delivery; the oldest are removed, so that each has to come after those before it. */
  #lastId = '';
  #receiver: Receiver | null = null;
  /** One start or stop after the other. */
  readonly #runExclusive = createExclusive();
  #turnedAway: { count: number; last: string } | null = null;
  #diskProblem: string | null = null;

  /** Opens what is kept. Where the disk does not let it, the inbox shows why, and tries again when it is started. */
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
      what: words.kept.settings,
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
    const { port, answerWith } = this.#settings.value;
    return {
      address: this.#receiver ? `http://127.0.0.1:${this.#receiver.port}/after-sell` : null,
      port: this.#receiver?.port ?? port,
      answerWith,
      kept: this.#deliveries.count,
      turnedAway: this.#turnedAway,
      diskProblem: this.#diskProblem,
    };
  }

  start(port: number): Promise<Result<void>> {
    return this.#runExclusive(async () => {
      if (this.#receiver) return ok(undefined);
      try {
        const newest = await this.#deliveries.open();
        if (newest > this.#lastId) this.#lastId = newest;
        this.#diskProblem = null;
        this.#turnedAway = null;
        this.#receiver = await this.#receive(port);
      } catch (error) {
        const problem = whyNotStarted(port, error as NodeJS.ErrnoException);
        return refuse('conflict', problem, { port: problem });
      }
      await this.#remember({ port: this.#receiver.port });
      this.#deps.onChange();
      return ok(undefined);
    });
  }

  /** At the port; at the very first start, where nobody has chosen one, at any free one if the usual port is taken. */
  async #receive(port: number): Promise<Receiver> {
    const { limits = {} } = this.#deps;
    const how: ReceiverDeps = {
      limits: { ...LIMITS, connections: roomForConnections(), ...limits },
      answerWith: () => this.#settings.value.answerWith,
      keep: (arrived, answered) => this.#keep(arrived, answered),
      turnedAway: (why) => {
        this.#turnedAway = { count: (this.#turnedAway?.count ?? 0) + 1, last: why };
        this.#deps.onChange();
      },
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
      await this.#receiver?.close();
      this.#receiver = null;
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

  /** A page of the deliveries that hold all words of `search`, newest first. Long bodies are searched at their start. */
  list(query: DeliveryQuery) {
    return this.#deliveries.list(query);
  }

  /** The ids of the deliveries that hold all words of `search`, newest first. */
  matching(search: string): readonly string[] {
    return this.#deliveries.matching(search);
  }

  /** With the whole body, as text or in base64 where it is none. Throws the disk's error, as all that reads. */
  get(id: string): Kept | undefined {
    return this.#deliveries.get(id);
  }

  /** The newest that are older than `before`, or the newest of all; newest first. */
  page(before: string | null, limit: number): readonly Kept[] {
    return this.#deliveries.page(before, limit);
  }

  open(id: string): Omit<Delivery, 'event' | 'sale'> | null {
    const kept = this.get(id);
    if (!kept) return null;
    const { record, body } = kept;
    const shape = documentShape(record, body);
    return {
      id,
      at: record.at,
      verification: record.verification,
      size: record.contentLength,
      isJson: record.isJson,
      path: record.path,
      answered: record.answered,
      pretty: shape.slice(0, SHOWN),
      raw: body.slice(0, SHOWN),
      cut: shape.length > SHOWN || body.length > SHOWN,
      isBinary: record.encoding === 'base64',
    };
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

  async #keep({ path, rawHeaders, body }: Arrived, answered: number | null): Promise<void> {
    const known = this.#deps.knownKeys();
    const headers = headersOf(rawHeaders);
    const { verification, storeIds } = verify(headers, known);
    const keys = keysToHide(headers, known);
    // As bytes, before they are encoded or cut: afterwards no key in them could be told.
    const shown = hideKeysInBytes(body, keys);
    const utf8 = textOf(shown);
    const text = utf8 ?? shown.toString('base64');
    this.#lastId = this.#stamper.id(this.#lastId);
    const record: DeliveryRecord = {
      id: this.#lastId,
      at: this.#deps.now(),
      method: 'POST',
      path: hideKeys(path, keys),
      headers: withoutKeys(headers, keys),
      contentLength: body.length,
      isJson: utf8 !== null && isJson(text),
      encoding: utf8 === null ? 'base64' : 'utf8',
      verification,
      storeIds: [...storeIds],
      answered,
    };
    try {
      await this.#deliveries.keep(record, text);
      this.#diskProblem = null;
    } catch (error) {
      this.#diskProblem = (error as Error).message;
      this.#deps.onChange();
      throw error;
    }
  }

  async #remember(part: Partial<Settings>): Promise<void> {
    await this.#settings
      .save({ ...this.#settings.value, ...part })
      // It runs all the same; the next start offers the port of before.
      .catch((error: unknown) => console.error('The port of the webhook inbox could not be kept', error));
  }
}

/** Half of the files that this process may have open, so that a burst never keeps the app from its own files. */
function roomForConnections(): number {
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined;
  const soft = Number(report?.userLimits?.open_files?.soft);
  return Number.isFinite(soft) && soft > 0 ? Math.min(LIMITS.connections, Math.floor(soft / 2)) : LIMITS.connections;
}

function whyNotStarted(port: number, error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return words.portTaken(port);
    case 'EACCES':
      return words.portNotAllowed(port);
    default:
      return words.notStarted(error.message);
  }
}
