// The type of a conformance case: one fact about Electron that the app relies on, with its source in Electron.
import type * as Electron from 'electron';

export type ElectronModule = typeof Electron;

interface Described {
  /** One sentence about Electron; unique among all cases. */
  readonly name: string;
  /** Its source in electron/electron (`docs/api/app.md`, `spec/api-app-spec.ts`, `lib/…`). */
  readonly source: string;
}

/** Helpers of a case. */
export interface Tools {
  /** Opens a hidden window with the conformance page and its preload. Destroyed after the case. */
  openPage(options?: Electron.BrowserWindowConstructorOptions): Promise<Electron.BrowserWindow>;
  /** Creates a hidden window without loading anything. Destroyed after the case. */
  createWindow(options?: Electron.BrowserWindowConstructorOptions): Electron.BrowserWindow;
  /** Resolves with the arguments of the next such event. Rejects after 10 s. */
  nextEvent(emitter: NodeJS.EventEmitter, event: string): Promise<unknown[]>;
  /** Resolves when `condition` holds. Rejects after 10 s. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
}

/** Runs in one process with many others after ready. Throws if Electron behaves differently. */
export interface SharedCase extends Described {
  run(electron: ElectronModule, tools: Tools): Promise<void> | void;
}

/** The separate process of a case, for the test. */
export interface CaseProcess {
  /** The output of `main` so far. */
  readonly said: readonly string[];
  /** Resolves after this output of `main`. Rejects after 20 s, and when the process ends first. */
  untilSaid(line: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** The exit code, or the signal that ended it. Rejects after 20 s. */
  exit(): Promise<number | NodeJS.Signals | null>;
}

/** Has its own process: events before ready, at the end, or on a signal. */
export interface ProcessCase extends Described {
  /** Called while the main script runs, before ready. */
  main(electron: ElectronModule, say: (line: string) => void): Promise<void> | void;
  /** Runs in the test. Throws if Electron behaves differently. */
  check(process: CaseProcess): Promise<void>;
  /** The systems it applies to; all by default. */
  readonly platforms?: readonly NodeJS.Platform[];
}
