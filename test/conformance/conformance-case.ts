// What a conformance case is: one fact about Electron that the app relies on, with the place where Electron states it.
import type * as Electron from 'electron';

export type ElectronModule = typeof Electron;

interface Described {
  /** One sentence about Electron; unique among all cases. */
  readonly name: string;
  /** Where Electron says so: a file in electron/electron (`docs/api/app.md`, `spec/api-app-spec.ts`, `lib/…`). */
  readonly source: string;
}

/** What a case may use beside Electron itself. */
export interface Tools {
  /** Opens a hidden window with the conformance page and its preload. It is destroyed after the case. */
  openPage(options?: Electron.BrowserWindowConstructorOptions): Promise<Electron.BrowserWindow>;
  /** Creates a hidden window and loads nothing. It is destroyed after the case. */
  createWindow(options?: Electron.BrowserWindowConstructorOptions): Electron.BrowserWindow;
  /** Resolves with the arguments of the next such event. Rejects after 10 s. */
  nextEvent(emitter: NodeJS.EventEmitter, event: string): Promise<unknown[]>;
  /** Resolves when `condition` holds. Rejects after 10 s. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
}

/** Runs in one process with many others, after the app is ready. Throws where Electron behaves in another way. */
export interface SharedCase extends Described {
  run(electron: ElectronModule, tools: Tools): Promise<void> | void;
}

/** A process that a case has for itself, as the test sees it. */
export interface CaseProcess {
  /** What `main` said so far. */
  readonly said: readonly string[];
  /** Resolves when `main` has said this. Rejects after 20 s, and when the process ends first. */
  untilSaid(line: string): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** The exit code, or the signal that ended it. Rejects after 20 s. */
  exit(): Promise<number | NodeJS.Signals | null>;
}

/** Has a process for itself: what happens before ready, at the end, or on a signal. */
export interface ProcessCase extends Described {
  /** Called while the main script runs, before the app is ready. */
  main(electron: ElectronModule, say: (line: string) => void): Promise<void> | void;
  /** Runs in the test. Throws where Electron behaves in another way. */
  check(process: CaseProcess): Promise<void>;
  /** The systems that it holds for; all where it is left out. */
  readonly platforms?: readonly NodeJS.Platform[];
}
