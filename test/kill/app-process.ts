// The app in its own process, from the side of the test: commands, messages, kill.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { FromApp, Report, ToApp } from './messages.ts';
import { forkProgram } from './program.ts';

type OnAccepted = (message: Extract<FromApp, { kind: 'accepted' }>) => void;

export class App {
  readonly #process: ChildProcess;
  readonly #gone: Promise<unknown>;
  readonly #waiting: ((message: FromApp) => void)[] = [];
  #failure: string | null = null;

  /** Starts the app; resolves when it is ready. */
  static async start(folder: string, address: string, onAccepted: OnAccepted = () => undefined): Promise<App> {
    const app = new App(await forkProgram([folder, address]), onAccepted);
    await app.#receive();
    return app;
  }

  private constructor(child: ChildProcess, onAccepted: OnAccepted) {
    this.#process = child;
    // Messages from before its death still arrive until it is disconnected.
    this.#gone = Promise.all([once(this.#process, 'exit'), once(this.#process, 'disconnect')]);
    this.#process.on('message', (message: FromApp) => {
      if (message.kind === 'accepted') onAccepted(message);
      else if (message.kind === 'failed') this.#failure = message.message;
      if (message.kind !== 'accepted') this.#waiting.shift()?.(message);
    });
    this.#process.on('exit', () => {
      for (const wake of this.#waiting.splice(0)) wake({ kind: 'failed', message: 'it ended' });
    });
  }

  /** The next message other than an acceptance; rejects with its failure. */
  async #receive(): Promise<FromApp> {
    if (this.#failure !== null) throw new Error(this.#failure);
    const message = await new Promise<FromApp>((resolve) => this.#waiting.push(resolve));
    if (message.kind === 'failed') throw new Error(message.message);
    return message;
  }

  send(order: ToApp): void {
    if (this.#process.connected) this.#process.send(order);
  }

  async report(order: ToApp): Promise<Report> {
    const received = this.#receive();
    this.send(order);
    const message = await received;
    if (message.kind !== 'report') throw new Error(`A report was asked for, and ${message.kind} came`);
    return message.report;
  }

  async kill(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#gone;
  }

  async close(): Promise<void> {
    this.send({ kind: 'close' });
    await this.#gone;
  }
}
