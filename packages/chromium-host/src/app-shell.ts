// The parts of `app` beside its lifetime: paths, names, switches, and the system's shell.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { covered } from './not-covered.ts';
import { noteOutside } from './outside.ts';
import { isPathName, type PathName, systemPath } from './paths.ts';
import { switchMap } from './switches.ts';

export interface AppFacts {
  /** The app's folder, which contains package.json. */
  readonly root: string;
  readonly isPackaged: boolean;
  readonly args: readonly string[];
  readonly userDataDir: string | undefined;
  /** Ends the host's own processes; then the process may exit. */
  readonly shutDown: () => Promise<void>;
}

export class AppShell extends EventEmitter {
  readonly isPackaged: boolean;
  readonly dock = undefined;
  readonly applicationMenu = null;
  /** As in Electron, on Windows only. */
  readonly setAppUserModelId = process.platform === 'win32' ? (_id: string) => {} : undefined;
  readonly commandLine;
  userAgentFallback = '';
  /** The given switches, with those that the app has appended and removed. */
  readonly switches: Map<string, string>;
  protected ready = false;
  /** `process.exit` itself: an app that calls it gets `app.exit`. */
  protected readonly endProcess = process.exit.bind(process);
  private readonly paths = new Map<PathName, string>();
  private readonly schemes = new Set<string>();
  private readonly manifest: { name: string; productName?: string; version: string };
  private givenName: string | undefined;

  constructor(protected readonly facts: AppFacts) {
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

  /** As in shell/browser/api/electron_api_app.cc. */
  private onlyBeforeReady(method: string): void {
    if (this.ready) throw new Error(`app.${method}() can only be called before app is ready`);
  }
  private onlyAfterReady(method: string): void {
    if (!this.ready) throw new Error(`app.${method}() can only be called after app is ready`);
  }

  enableSandbox(): void {
    this.onlyBeforeReady('enableSandbox');
    this.switches.delete('no-sandbox');
    this.switches.set('enable-sandbox', '');
  }
  disableHardwareAcceleration(): void {
    this.onlyBeforeReady('disableHardwareAcceleration');
  }

  getPath(name: PathName): string {
    if (!isPathName(name)) throw new Error(`Failed to get '${name}' path`);
    return (
      this.paths.get(name) ?? systemPath(name, this.getName(), this.paths.get('userData') ?? this.facts.userDataDir)
    );
  }
  setPath(name: PathName, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    if (!isPathName(name)) throw new Error('Failed to set path');
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
    return this.ready ? this.switches.get('lang') || systemLocale() : '';
  }
  getSystemLocale(): string {
    this.onlyAfterReady('getSystemLocale');
    return systemLocale();
  }
  getPreferredSystemLanguages(): string[] {
    return [systemLocale()];
  }
  getLocaleCountryCode(): string {
    return new Intl.Locale(systemLocale()).region ?? '';
  }

  /** The arguments of the start that follows the end of this one; null where none was asked for. */
  protected nextArgs: readonly string[] | null = null;

  relaunch({ args = process.argv.slice(1) }: { readonly args?: readonly string[] } = {}): void {
    this.nextArgs = args;
  }

  // Features of the system's shell that Chromium's window does not have.
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
  // The system is not changed: only this app believes that it has the scheme.
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
  setAccessibilitySupportEnabled(): void {
    this.onlyAfterReady('setAccessibilitySupportEnabled');
  }
  isSecureKeyboardEntryEnabled(): boolean {
    return false;
  }
}

const systemLocale = (): string => Intl.DateTimeFormat().resolvedOptions().locale;
