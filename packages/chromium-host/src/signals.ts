// SIGTERM, SIGINT and SIGHUP as in Electron on Linux and macOS.
//
// Electron's handlers replace Node's after the main script has run (electron_browser_main_parts.cc), and each works once: it asks the
// app to quit and leaves the next signal to the system (electron_browser_main_parts_posix.cc). libuv installs its handler only with
// the first listener of a signal, so an earlier listener is dead from then on and keeps later ones from working.

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
type Signal = (typeof SIGNALS)[number];

/** The receiver of a signal. `system`: nobody, so it ends the process. */
type Taker = 'node' | 'electron' | 'system';

const isSignal = (name: unknown): name is Signal => SIGNALS.includes(name as Signal);

/** Prevents Node from returning a signal to the system: that is decided here. */
const keep = (): void => {};

export class Signals {
  readonly #takers = new Map<Signal, Taker>(SIGNALS.map((signal) => [signal, 'system']));

  constructor(private readonly quit: () => void) {}

  /** Called before the main script runs. On Windows Electron has no handlers, and Node's stay. */
  watch(): void {
    if (process.platform === 'win32') return;
    const emit = process.emit as (name: string | symbol, ...args: unknown[]) => boolean;
    // Node binds this function when the first listener of a signal is added.
    const take = (name: string | symbol, ...args: unknown[]): boolean =>
      isSignal(name) ? this.#take(name, () => emit.call(process, name, ...args)) : emit.call(process, name, ...args);
    process.emit = take as typeof process.emit;
    for (const signal of SIGNALS) process.on(signal, keep);
    process.on('newListener', (name) => {
      if (isSignal(name) && listeners(name) === 0) this.#takers.set(name, 'node');
    });
    process.on('removeListener', (name) => {
      if (isSignal(name) && listeners(name) === 0) this.#takers.set(name, 'system');
    });
  }

  /** Called after the main script has run: its listeners are dead. */
  install(): void {
    if (process.platform === 'win32') return;
    for (const signal of SIGNALS) this.#takers.set(signal, 'electron');
  }

  #take(signal: Signal, emitInNode: () => boolean): boolean {
    const taker = this.#takers.get(signal);
    if (taker === 'node') return emitInNode();
    if (taker === 'electron') {
      this.#takers.set(signal, 'system');
      setImmediate(this.quit);
      return true;
    }
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    return true;
  }
}

const listeners = (signal: Signal): number => process.listeners(signal).filter((listener) => listener !== keep).length;
