// The desk: the built window in a page of Chromium and the real core in the test's process, with the contract's schemas
// between them as in the app. It has no Electron, preload or guard; `test/app` tests those.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { createPracticeHandlers } from '../../src/main/electron/practice.ts';
import type { Emit, Handlers } from '../../src/main/handlers.ts';
import { copyIfAsked } from '../../src/main/links/copy-when-ready.ts';
import { OutboxConflict } from '../../src/main/outbox/deps.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { PRACTICE_SELLER, type PracticeStore, startPracticeStore } from '../../src/practice-store/server.ts';
import { type Channel, contract } from '../../src/shared/contract.ts';
import { fieldErrors, ok, type Result, refuse } from '../../src/shared/problem.ts';
import { LANGUAGE_PARAMETER } from '../../src/shared/texts/catalog.ts';
import { root } from '../../tools/launch/project.ts';
import { Computer } from './computer.ts';

const WINDOW = join(root, 'out/renderer');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** Serves the built window, one server for all pages of a test process. */
export async function serveWindow(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    try {
      const body = readFileSync(join(WINDOW, pathname));
      const type = TYPES[extname(pathname)] ?? 'application/octet-stream';
      response.writeHead(200, { 'cache-control': 'max-age=3600', 'content-type': type }).end(body);
    } catch {
      response.writeHead(204).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`, server };
}

/** A computer whose window is open. */
export class Desk extends Computer {
  practiceStore: PracticeStore | null = null;
  #handlers: Partial<Handlers> = {};
  #isListening = false;

  constructor(
    readonly page: Page,
    readonly windowUrl: string,
    folder?: string,
  ) {
    super(folder);
  }

  /** Gives the page its bridge. Call once, before the first `open`. */
  async connect(): Promise<void> {
    await this.page.exposeFunction('invokeOnDesk', (channel: Channel, input: unknown) => this.#answer(channel, input));
    await this.page.addInitScript(() => {
      type Listener = (payload: unknown) => void;
      const listeners = new Map<string, Set<Listener>>();
      Object.assign(window, {
        emitOnDesk: (event: string, payload: unknown) => {
          for (const listener of listeners.get(event) ?? []) listener(payload);
        },
        storefront: {
          invoke: (channel: string, input: unknown) =>
            (window as unknown as { invokeOnDesk: (channel: string, input: unknown) => unknown }).invokeOnDesk(
              channel,
              input,
            ),
          on: (event: string, listener: Listener) => {
            const set = listeners.get(event) ?? new Set();
            listeners.set(event, set.add(listener));
            return () => set.delete(listener);
          },
        },
      });
    });
    const emit: Emit = (event, payload) => {
      if (!this.#isListening || this.page.isClosed()) return;
      const emitOnDesk = ([name, given]: readonly [string, unknown]) =>
        (window as unknown as { emitOnDesk?: (event: string, payload: unknown) => void }).emitOnDesk?.(name, given);
      // The page may be closing or loading again; a new page asks for everything itself.
      this.page.evaluate(emitOnDesk, [event, payload] as const).catch(() => undefined);
    };
    this.onEvent = emit;
    this.more = {
      onSettled: (store, change) => void copyIfAsked(store, change, this.platform, emit),
      practice: {
        start: async () => {
          this.practiceStore ??= await startPracticeStore({ dataFolder: join(this.dataFolder, 'practice-store') });
          return { url: this.practiceStore.url, ...PRACTICE_SELLER };
        },
      },
      ...this.more,
    };
  }

  /** Starts the core and opens the window. */
  async open(): Promise<this> {
    await this.start();
    this.#handlers = {
      ...this.call,
      ...createPracticeHandlers(() => this.practiceStore),
      'leave.unsaved': () => ok(undefined),
      'leave.agreed': () => ok(undefined),
    };
    await this.#openWindow();
    return this;
  }

  async #openWindow(): Promise<void> {
    this.#isListening = false;
    const { hash } = new URL(this.page.url());
    await this.page.goto(`${this.windowUrl}?${LANGUAGE_PARAMETER}=en${hash}`);
    // The page has subscribed once it has drawn something.
    await this.page.waitForFunction(() => document.getElementById('root')?.childElementCount);
    this.#isListening = true;
  }

  /** Restarts the core on the same data folder, and opens a new window. */
  override async restart(): Promise<void> {
    await this.stop();
    await this.open();
  }

  override async stop(): Promise<void> {
    this.#isListening = false;
    if (!this.page.isClosed()) await this.page.goto('about:blank');
    await super.stop();
    await this.practiceStore?.close();
    this.practiceStore = null;
  }

  /** Like `answer` of the app's IPC, for a caller that is trusted. */
  async #answer(channel: Channel, input: unknown): Promise<Result<unknown>> {
    const schemas = contract[channel];
    const handler = this.#handlers[channel] as ((given: unknown) => Promise<Result<unknown>>) | undefined;
    if (!schemas || !handler) throw new Error(`The desk has no handler for ${channel}`);
    const parsed = schemas.input.safeParse(input);
    if (!parsed.success) {
      const fields = fieldErrors(parsed.error);
      return refuse('invalid', Object.values(fields)[0] ?? 'Something is wrong', fields);
    }
    try {
      const result = await handler(parsed.data);
      if (!result.ok) return result;
      this.app.callSucceeded(channel, parsed.data, result.value);
      return { ok: true, value: schemas.output.parse(result.value) };
    } catch (error) {
      if (error instanceof StorageError) return refuse('storage', error.message);
      if (error instanceof OutboxConflict) return refuse('conflict', error.message);
      throw error;
    }
  }
}
