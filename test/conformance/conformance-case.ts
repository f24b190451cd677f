// A conformance case is one fact about Electron that the app relies on; its name is a sentence about Electron.
import type * as Electron from 'electron';

export type ElectronModule = typeof Electron;

/** Helpers of a case. */
export interface Tools {
  /** Opens a hidden window with the conformance page and its preload. Destroyed after the case. */
  openPage(options?: Electron.BrowserWindowConstructorOptions): Promise<Electron.BrowserWindow>;
  /** Creates a hidden window without loading anything. Destroyed after the case. */
  createWindow(options?: Electron.BrowserWindowConstructorOptions): Electron.BrowserWindow;
  /** Resolves with the arguments of the next such event. */
  nextEvent(emitter: NodeJS.EventEmitter, event: string): Promise<unknown[]>;
  /** Resolves when `condition` holds. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
}

/** They run in one process with all others after ready. One throws if Electron behaves differently. */
export type SharedCases = Readonly<Record<string, (electron: ElectronModule, tools: Tools) => Promise<void> | void>>;

/** It has its own process: for events before ready, at the end, or on a signal. */
export interface ProcessCase {
  /** Called while the main script runs, before ready. */
  main(electron: ElectronModule, say: (line: string) => void): Promise<void> | void;
  /** The signals that the process gets, each after a line that it says. */
  readonly sends?: Readonly<Record<string, NodeJS.Signals>>;
  /** The exit code, or the signal that ended it; 0 by default. */
  readonly code?: number | NodeJS.Signals;
  /** All that it says until its end. */
  readonly says: readonly string[];
  /** The systems it applies to; all by default. */
  readonly platforms?: readonly NodeJS.Platform[];
}

export type ProcessCases = Readonly<Record<string, ProcessCase>>;
