// The webhook inbox: starts and stops the receiver, checks what arrives, keeps it, and shows it.

import { z } from 'zod';
import {
  type AnswerWith,
  answerWithSchema,
  DEFAULT_INBOX_PORT,
  type Delivery,
  type DeliveryRow,
  type InboxView,
  inboxPortSchema,
} from '../../shared/inbox.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { type Document, openDocument } from '../storage/document.ts';
import { createExclusive } from '../storage/exclusive.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import { createStamper, type Stamper } from '../storage/stamp.ts';
import { bodyParts, Deliveries, type Kept } from './deliveries.ts';
import { documentShape } from './pretty.ts';
import { headersOf, isJson, searchText, textOf } from './read-delivery.ts';
import { type Arrived, LIMITS, type Limits, type Receiver, type ReceiverParts, startReceiver } from './receiver.ts';
import type { DeliveryRecord } from './record.ts';
import { hideKeys, hideKeysInBytes, type KnownKey, keysToHide, verify, withoutKeys } from './verify.ts';

const words = texts.inbox;

const settingsSchema = z.object({ port: inboxPortSchema, answerWith: answerWithSchema });
type Settings = z.infer<typeof settingsSchema>;
const NEVER_STARTED: Settings = { port: DEFAULT_INBOX_PORT, answerWith: '200' };

/** Of a longer text the window gets only the start, in characters. */
const SHOWN = 200_000;

export interface InboxParts {
  readonly folder: string;
  readonly now: () => number;
  /** The keys that deliveries are compared with. */
  readonly knownKeys: () => readonly KnownKey[];
  readonly onSetAside: OnSetAside;
  /** Something changed that screens show. */
  readonly onChange: () => void;
  /** These have arrived and are on disk, or were followed by a thousand others at once. */
  readonly onKept: (deliveries: readonly Kept[]) => void;
  readonly limits?: Partial<Limits>;
}

export class Inbox {
  readonly #parts: InboxParts;
  readonly #settings: Document<Settings>;
  readonly #deliveries: Deliveries;
  readonly #stamper: Stamper;
  /** Of the newest delivery; the oldest are removed, so that each has to come after those before it. */
  #lastId: string;
  #receiver: Receiver | null = null;
  /** One start or stop after the other. */
  readonly #oneByOne = createExclusive();
  #turnedAway: { count: number; last: string } | null = null;
  #diskProblem: string | null = null;

  constructor(parts: InboxParts) {
    this.#parts = parts;
    const { folder, onSetAside } = parts;
    this.#settings = openDocument({
      folder,
      name: 'inbox',
      what: words.kept.settings,
      parse: (value) => settingsSchema.safeParse(value).data ?? null,
      initial: NEVER_STARTED,
      onSetAside,
    });
    this.#deliveries = new Deliveries(folder, onSetAside, (kept) => {
      parts.onChange();
      parts.onKept(kept);
    });
    this.#stamper = createStamper(parts.now, '');
    this.#lastId = this.#deliveries.newest()[0]?.id ?? '';
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
    return this.#oneByOne(async () => {
      if (this.#receiver) return ok(undefined);
      try {
        await this.#deliveries.tidy();
        this.#turnedAway = null;
        this.#receiver = await this.#receive(port);
      } catch (error) {
        const problem = whyNotStarted(port, error as NodeJS.ErrnoException);
        return refuse('conflict', problem, { port: problem });
      }
      await this.#remember({ port: this.#receiver.port });
      this.#parts.onChange();
      return ok(undefined);
    });
  }

  /** At the port; at the very first start, where nobody has chosen one, at any free one if the usual port is taken. */
  async #receive(port: number): Promise<Receiver> {
    const { limits = {} } = this.#parts;
    const how: ReceiverParts = {
      limits: { ...LIMITS, connections: roomForConnections(), ...limits },
      answerWith: () => this.#settings.value.answerWith,
      keep: (arrived, answered) => this.#keep(arrived, answered),
      turnedAway: (why) => {
        this.#turnedAway = { count: (this.#turnedAway?.count ?? 0) + 1, last: why };
        this.#parts.onChange();
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
    return this.#oneByOne(async () => {
      await this.#receiver?.close();
      this.#receiver = null;
      await this.#deliveries.settled();
      this.#parts.onChange();
      return ok(undefined);
    });
  }

  async setAnswer(answerWith: AnswerWith): Promise<Result<void>> {
    await this.#settings.save({ ...this.#settings.value, answerWith });
    this.#parts.onChange();
    return ok(undefined);
  }

  /** A page of the deliveries that hold all words of `search`, newest first. Long bodies are searched at their start. */
  list(query: {
    readonly search: string;
    readonly offset: number;
    readonly limit: number;
    readonly locate?: readonly string[] | undefined;
  }) {
    const found = this.matching(query.search);
    const located = query.locate?.flatMap((id) => {
      const index = found.findIndex((record) => record.id === id);
      return index < 0 ? [] : [{ id, index }];
    });
    return {
      total: found.length,
      rows: found.slice(query.offset, query.offset + query.limit).map(rowOf),
      located: located?.[0] ?? null,
    };
  }

  matching(search: string): readonly DeliveryRecord[] {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return this.#deliveries.newest();
    return this.#deliveries.newest().filter((record) => {
      const text = searchText(record);
      return words.every((word) => text.includes(word));
    });
  }

  get(id: string): DeliveryRecord | undefined {
    return this.#deliveries.get(id);
  }

  kept(): readonly DeliveryRecord[] {
    return this.#deliveries.newest();
  }

  /** The whole body as text, or in base64 where it is none. Throws the disk's error. */
  bodyOf(record: DeliveryRecord): string {
    return this.#deliveries.bodyOf(record);
  }

  open(id: string): Omit<Delivery, 'sale'> | null {
    const record = this.#deliveries.get(id);
    if (!record) return null;
    const body = this.#deliveries.bodyOf(record);
    const shape = documentShape(record, body);
    return {
      ...rowOf(record),
      pretty: shape.slice(0, SHOWN),
      raw: body.slice(0, SHOWN),
      cut: shape.length > SHOWN || body.length > SHOWN,
      isBinary: record.body.encoding === 'base64',
    };
  }

  async clear(): Promise<Result<void>> {
    await this.#deliveries.clear();
    this.#parts.onChange();
    return ok(undefined);
  }

  async close(): Promise<void> {
    await this.stop();
  }

  async #keep({ path, rawHeaders, body }: Arrived, answered: number | null): Promise<void> {
    const known = this.#parts.knownKeys();
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
      at: this.#parts.now(),
      method: 'POST',
      path: hideKeys(path, keys),
      headers: withoutKeys(headers, keys),
      contentLength: body.length,
      isJson: utf8 !== null && isJson(text),
      body: bodyParts(text, utf8 === null ? 'base64' : 'utf8'),
      verification,
      storeIds: [...storeIds],
      answered,
    };
    try {
      await this.#deliveries.keep(record, text);
      this.#diskProblem = null;
    } catch (error) {
      this.#diskProblem = (error as Error).message;
      this.#parts.onChange();
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

const rowOf = (record: DeliveryRecord): DeliveryRow => ({
  id: record.id,
  at: record.at,
  verification: record.verification,
  size: record.contentLength,
  isJson: record.isJson,
  path: record.path,
  answered: record.answered,
});

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
