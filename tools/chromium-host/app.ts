// app: the life of the application, from ready to quit, in Electron's order of events.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BrowserWindow } from './browser-window.ts';
import { preventable } from './events.ts';
import { covered } from './not-covered.ts';
import { noteOutside } from './outside.ts';
import { type PathName, systemPath } from './paths.ts';
import { type SecondInstance, SingleInstance } from './single-instance.ts';
import { switchMap } from './switches.ts';

export interface AppFacts {
  /** The app's folder, with package.json in it. */
  readonly root: string;
  readonly isPackaged: boolean;
  readonly args: readonly string[];
  readonly userDataDir: string | undefined;
  /** Ends what the host itself has running; then the process may end. */
  readonly shutDown: () => Promise<void>;
}

export class App extends EventEmitter {
  readonly isPackaged: boolean;
  readonly dock = undefined;
  readonly applicationMenu = null;
  /** As in Electron, there on Windows only. */
  readonly setAppUserModelId = process.platform === 'win32' ? (_id: string) => {} : undefined;
  readonly commandLine;
  userAgentFallback = '';
  private readonly paths = new Map<PathName, string>();
  private readonly schemes = new Set<string>();
  /** Those that were given, with what the app has appended and removed. */
  readonly switches: Map<string, string>;
  private readonly manifest: { name: string; productName?: string; version: string };
  private givenName: string | undefined;
  private ready = false;
  private resolveReady: () => void = () => {};
  private readonly readiness = new Promise<void>((resolve) => {
    this.resolveReady = resolve;
  });
  private quitting = false;
  private ended = false;
  private readonly single = new SingleInstance(
    () => this.getPath('userData'),
    (second) => this.startedAgain(second),
  );

  constructor(private readonly facts: AppFacts) {
    super();
    this.isPackaged = facts.isPackaged;
    this.manifest = JSON.parse(readFileSync(join(facts.root, 'package.json'), 'utf8'));
    this.switches = switchMap(facts.args);
    this.commandLine = covered('app.commandLine', {
      hasSwitch: (name: string) => this.switches.has(name),
      getSwitchValue: (name: string) => this.switches.get(name) ?? '',
      appendSwitch: (name: string, value = '') => void this.switches.set(name, value),
      removeSwitch: (name: string) => void this.switches.delete(name),
      appendArgument: (_argument: string) => {},
    });
  }

  /** Called by the host after the main bundle has run. */
  becomeReady(): void {
    this.ready = true;
    this.emit('will-finish-launching');
    this.resolveReady();
    this.emit('ready', preventable(), {});
  }

  whenReady(): Promise<void> {
    return this.readiness;
  }
  isReady(): boolean {
    return this.ready;
  }

  quit(): void {
    if (this.quitting || this.ended) return;
    this.quitting = true;
    if (!this.passes('before-quit')) return;
    for (const window of BrowserWindow.getAllWindows()) {
      window.close();
      if (!window.isDestroyed()) {
        this.quitting = false;
        return;
      }
    }
    this.windowsGone();
  }

  private passes(event: 'before-quit' | 'will-quit'): boolean {
    const details = preventable();
    this.emit(event, details);
    if (details.defaultPrevented) this.quitting = false;
    return !details.defaultPrevented;
  }

  private windowsGone(): void {
    if (this.passes('will-quit')) this.end(0);
  }

  /** Called after any window is gone for good. */
  windowClosed(): void {
    if (BrowserWindow.getAllWindows().length > 0 || this.quitting || this.ended) return;
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }

  /** Ends at once: no before-quit, no will-quit, no asking of windows. */
  exit(code = 0): void {
    if (this.ended) return;
    this.quitting = true;
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    this.end(code);
  }

  private end(code: number): void {
    if (this.ended) return;
    this.ended = true;
    this.emit('quit', preventable(), code);
    this.single.release();
    void this.facts.shutDown().finally(() => process.exit(code));
  }

  relaunch(): void {
    console.error('[host] the Chromium host does not relaunch; start it again');
  }

  getPath(name: PathName): string {
    return (
      this.paths.get(name) ?? systemPath(name, this.getName(), this.paths.get('userData') ?? this.facts.userDataDir)
    );
  }
  setPath(name: PathName, path: string): void {
    this.paths.set(name, path);
  }
  setAppLogsPath(path?: string): void {
    if (path) this.setPath('logs', path);
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
  set name(name: string) {
    this.setName(name);
  }
  getVersion(): string {
    return this.manifest.version;
  }
  getLocale(): string {
    return Intl.DateTimeFormat().resolvedOptions().locale;
  }
  getSystemLocale(): string {
    return this.getLocale();
  }
  getPreferredSystemLanguages(): string[] {
    return [this.getLocale()];
  }
  getLocaleCountryCode(): string {
    return new Intl.Locale(this.getLocale()).region ?? '';
  }

  requestSingleInstanceLock(additionalData?: unknown): boolean {
    return this.single.request(additionalData);
  }
  hasSingleInstanceLock(): boolean {
    return this.single.isHeld;
  }
  releaseSingleInstanceLock(): void {
    this.single.release();
  }

  /** Emits `second-instance`, never before `ready`. */
  private startedAgain({ argv, workingDirectory, additionalData }: SecondInstance): boolean {
    if (this.ended) return false;
    void this.readiness.then(() =>
      setImmediate(() => this.emit('second-instance', preventable(), argv, workingDirectory, additionalData)),
    );
    return true;
  }

  // Things of the system's shell that Chromium's window does not have.
  focus(): void {
    BrowserWindow.getAllWindows()[0]?.focus();
  }
  hide(): void {}
  show(): void {}
  setAboutPanelOptions(_options: unknown): void {}
  showAboutPanel(): void {}
  setBadgeCount(_count?: number): boolean {
    return false;
  }
  getBadgeCount(): number {
    return 0;
  }
  enableSandbox(): void {}
  disableHardwareAcceleration(): void {}
  // The system is left as it is: only this app believes that it has the scheme.
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.schemes.add(scheme);
    noteOutside('protocol-client', scheme);
    return true;
  }
  isDefaultProtocolClient(scheme: string): boolean {
    return this.schemes.has(scheme);
  }
  removeAsDefaultProtocolClient(scheme: string): boolean {
    return this.schemes.delete(scheme);
  }
  setJumpList(): void {}
  setUserTasks(): boolean {
    return false;
  }
  addRecentDocument(): void {}
  clearRecentDocuments(): void {}
  getLoginItemSettings(): { openAtLogin: boolean } {
    return { openAtLogin: false };
  }
  setLoginItemSettings(): void {}
  getAppMetrics(): unknown[] {
    return [];
  }
  isEmojiPanelSupported(): boolean {
    return false;
  }
  isAccessibilitySupportEnabled(): boolean {
    return false;
  }
  setAccessibilitySupportEnabled(): void {}
  isSecureKeyboardEntryEnabled(): boolean {
    return false;
  }
}
