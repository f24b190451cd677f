// app: paths, names, switches, and the application's lifetime in Electron's order of events (shell/browser/browser.cc).
import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { BrowserWindow } from './browser-window.ts';
import { covered, isReady, NotCovered, noteReady, preventable } from './objects.ts';
import { SingleInstance } from './single-instance.ts';
import { switchMap } from './switches.ts';

/** This host's path, before the app's arguments replace `process.argv`. */
const PROGRAM = process.argv[1] ?? '';
/** The real `process.exit`: an app that calls it gets `app.exit` instead. */
const endProcess = process.exit.bind(process);

export interface AppFacts {
  /** The app's folder, which contains package.json. */
  readonly root: string;
  readonly isPackaged: boolean;
  readonly args: readonly string[];
  readonly userDataDir: string | undefined;
  /** Ends the host's own processes; then the process may exit. */
  readonly shutDown: () => Promise<void>;
}

export class App extends EventEmitter {
  readonly isPackaged: boolean;
  /** The switches that were given or that the app has appended. */
  readonly switches: Map<string, string>;
  readonly commandLine;
  private readonly facts: AppFacts;
  private readonly manifest: { readonly name: string; readonly productName?: string; readonly version: string };
  private readonly paths = new Map<string, string>();
  private readonly single: SingleInstance;
  private givenName: string | undefined = undefined;
  private resolveReady: () => void = () => {};
  private readonly readiness = new Promise<void>((resolve) => {
    this.resolveReady = resolve;
  });
  /** `quit`: the windows were asked to close. `exit`: they are destroyed unasked. */
  private leaving: 'not-yet' | 'quit' | 'exit' | 'ended' = 'not-yet';
  private exitCode = 0;
  /** The arguments of the start that follows this one; null if the app asked for none. */
  private nextArgs: readonly string[] | null = null;

  constructor(facts: AppFacts) {
    super();
    this.facts = facts;
    this.isPackaged = facts.isPackaged;
    this.manifest = JSON.parse(readFileSync(join(facts.root, 'package.json'), 'utf8'));
    this.switches = switchMap(facts.args);
    this.commandLine = covered('app.commandLine', {
      hasSwitch: (name: string) => this.switches.has(name),
      getSwitchValue: (name: string) => this.switches.get(name) ?? '',
      appendSwitch: (name: string, value = '') => void this.switches.set(name, value),
    });
    this.single = new SingleInstance(
      () => this.getPath('userData'),
      ({ argv, workingDirectory, additionalData }) => {
        if (this.leaving === 'ended') return false;
        const announce = () => this.emit('second-instance', preventable(), argv, workingDirectory, additionalData);
        // Electron emits it after `ready` only.
        void this.readiness.then(() => setImmediate(announce));
        return true;
      },
    );
  }

  getPath(name: string): string {
    return this.paths.get(name) ?? this.systemPath(name);
  }
  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    this.paths.set(name, path);
  }
  private systemPath(name: string): string {
    const home = homedir();
    switch (name) {
      case 'appData':
        if (process.platform === 'darwin') return join(home, 'Library/Application Support');
        if (process.platform === 'win32') return process.env.APPDATA ?? join(home, 'AppData/Roaming');
        return process.env.XDG_CONFIG_HOME || join(home, '.config');
      case 'userData':
        return this.facts.userDataDir ?? join(this.getPath('appData'), this.getName());
      case 'temp':
        return tmpdir();
      case 'documents':
        return join(home, 'Documents');
      case 'downloads':
        return join(home, 'Downloads');
      default:
        throw new NotCovered(`app.getPath('${name}')`);
    }
  }
  getAppPath(): string {
    return this.facts.root;
  }
  getName(): string {
    return this.givenName ?? this.manifest.productName ?? this.manifest.name;
  }
  setName(name: string): void {
    this.givenName = name;
  }
  get name(): string {
    return this.getName();
  }
  getVersion(): string {
    return this.manifest.version;
  }
  getPreferredSystemLanguages(): string[] {
    return [Intl.DateTimeFormat().resolvedOptions().locale];
  }

  enableSandbox(): void {
    if (isReady()) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.switches.delete('no-sandbox');
  }
  // Chromium's window does not show the app's id.
  setAppUserModelId(_id: string): void {}
  // The host does not change the system, so links of this scheme open nothing.
  setAsDefaultProtocolClient(_scheme: string): boolean {
    return false;
  }

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    return this.single.request(additionalData);
  }

  /** Called by the host after the main bundle has run. */
  becomeReady(): void {
    noteReady();
    this.resolveReady();
    this.emit('ready', preventable(), {});
  }
  whenReady(): Promise<void> {
    return this.readiness;
  }
  isReady(): boolean {
    return isReady();
  }

  quit(): void {
    if (this.leaving !== 'not-yet' || !this.passes('before-quit')) return;
    this.leaving = 'quit';
    const windows = BrowserWindow.getAllWindows();
    if (windows.length === 0) this.windowsGone();
    // A window that stays open does not prevent the others from closing.
    for (const window of windows) if (!window.isDestroyed()) window.close();
  }

  /** A window stayed open, which cancels quitting. */
  windowKept(): void {
    if (this.leaving === 'quit') this.leaving = 'not-yet';
  }

  /** Called after any window was destroyed. */
  windowClosed(): void {
    if (BrowserWindow.getAllWindows().length > 0 || this.leaving === 'ended') return;
    if (this.leaving === 'exit') this.end();
    else if (this.leaving === 'quit') this.windowsGone();
    else if (!this.emit('window-all-closed')) this.quit();
  }

  private windowsGone(): void {
    if (this.passes('will-quit')) this.end();
    else this.leaving = 'not-yet';
  }

  private passes(event: 'before-quit' | 'will-quit'): boolean {
    const details = preventable();
    this.emit(event, details);
    return !details.defaultPrevented;
  }

  /** Exits at once: no before-quit, no will-quit, no questions to windows. */
  exit(code = 0): void {
    if (this.leaving === 'ended') return;
    if (!isReady()) endProcess(code);
    this.leaving = 'exit';
    this.exitCode = code;
    const windows = BrowserWindow.getAllWindows();
    if (windows.length === 0) this.end();
    for (const window of windows) if (!window.isDestroyed()) window.destroy();
  }

  relaunch({ args = process.argv.slice(1) }: { readonly args?: readonly string[] } = {}): void {
    this.nextArgs = args;
  }

  private end(): void {
    this.leaving = 'ended';
    this.emit('quit', preventable(), this.exitCode);
    this.single.release();
    void this.facts.shutDown().finally(() => {
      if (this.nextArgs !== null) {
        const args = [...process.execArgv, PROGRAM, ...this.nextArgs];
        spawn(process.execPath, args, { detached: true, stdio: 'inherit' }).unref();
      }
      endProcess(this.exitCode);
    });
  }
}
