// Opens apps one after another in one Chromium host, which saves each the start of a process and of a browser.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endLines, type SeriesRequest } from '@storefront-desk/chromium-host/series-messages';
import { SERIES_PROGRAM } from './build-host.ts';
import { type Driven, driven } from './driven-process.ts';
import { controlled } from './open-in-chromium.ts';
import type { OpenedApp, OpenOptions } from './opened-app.ts';
import { root } from './project.ts';

/** Each app leaves its modules in the memory of the process. */
const MOST_APPS = 10;
/** The longest time of a timer, in ms. */
const LONGEST = 0x7fff_ffff;

export class AppSeries {
  readonly #child: ChildProcess;
  readonly #driven: Driven;
  readonly #ended: Promise<void>;
  #apps = 0;
  #state: 'free' | 'busy' | 'ended' = 'free';

  /** @param env added to this process's environment */
  constructor(env: Readonly<Record<string, string>>) {
    const profile = mkdtempSync(join(tmpdir(), 'storefront-series-'));
    this.#child = spawn(process.execPath, [SERIES_PROGRAM, profile], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...process.env, STOREFRONT_CONTROLLED: '1', ...env },
    });
    this.#driven = driven(this.#child);
    this.#ended = this.#driven.exited.then(async () => {
      this.#state = 'ended';
      // Chromium may still be releasing a file or two.
      await rm(profile, { recursive: true, force: true, maxRetries: 40, retryDelay: 100 });
    });
  }

  /** Whether it runs no app and can open one. */
  get isFree(): boolean {
    return this.#state === 'free' && this.#apps < MOST_APPS;
  }

  /** Whether it runs no app and can open none. */
  get isOver(): boolean {
    return this.#state !== 'busy' && !this.isFree;
  }

  /** Only while it is free. */
  async open({ userDataDir, bundle, args = [] }: Omit<OpenOptions, 'env' | 'headed'>): Promise<OpenedApp> {
    this.#apps += 1;
    this.#state = 'busy';
    const app = this.#next();
    this.#send({
      ...{ series: 'run', folder: root, bundle },
      args: ['--remote-debugging-port=0', '--headless', `--user-data-dir=${userDataDir}`, ...args],
    });
    return controlled(this.#child, app);
  }

  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }

  #send(request: SeriesRequest): void {
    this.#child.send(request);
  }

  #next(): Driven {
    const series = this.#driven;
    const from = series.output().length;
    let whole: string | null = null;
    const output = () => whole ?? series.output().slice(from);
    const ended = series.waitFor(endLines(this.#apps), LONGEST, from).then(Number, () => series.exited);
    const exited = ended.then((code) => {
      whole = output();
      if (this.#state === 'busy') this.#state = 'free';
      return code;
    });
    return {
      ...{ exited, output },
      // The series may run the next app by now.
      kill: async () => (whole === null ? series.kill() : undefined),
      waitFor: (pattern, limit) =>
        Promise.race([
          series.waitFor(pattern, limit, from),
          exited.then((code) =>
            Promise.reject(new Error(`The app ended with ${code} before it was ready.\n${output()}`)),
          ),
        ]),
      end: async (limit) => {
        if (whole !== null) return exited;
        this.#send({ series: 'end' });
        const timer = setTimeout(() => void series.kill(), limit);
        const code = await exited;
        clearTimeout(timer);
        return code;
      },
    };
  }
}
