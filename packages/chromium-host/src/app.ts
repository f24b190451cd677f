// app: the lifetime of the application, from ready to quit, in Electron's order of events (shell/browser/browser.cc).
import { spawn } from 'node:child_process';
import { AppShell } from './app-shell.ts';
import { BrowserWindow } from './browser-window.ts';
import { preventable } from './events.ts';
import { type SecondInstance, SingleInstance } from './single-instance.ts';

/** This host, before its arguments become the app's. */
const PROGRAM = process.argv[1] ?? '';

export class App extends AppShell {
  private resolveReady: () => void = () => {};
  private readonly readiness = new Promise<void>((resolve) => {
    this.resolveReady = resolve;
  });
  /** Chromium's message loop runs, a moment after ready. Before that, nothing can end in order. */
  private looping = false;
  /** `quit` asked the windows to close, or `exit` was called. */
  private quitting = false;
  private exitCode: number | undefined;
  private ended = false;
  private readonly single = new SingleInstance(
    () => this.getPath('userData'),
    (second) => this.startedAgain(second),
  );

  /** Called by the host after the main bundle has run. */
  becomeReady(): void {
    this.ready = true;
    this.emit('will-finish-launching');
    this.resolveReady();
    this.emit('ready', preventable(), {});
    setImmediate(() => {
      this.looping = true;
      // An app that quits before it is ready still becomes ready, and ends then.
      if (this.ended) this.leave(0);
    });
  }

  whenReady(): Promise<void> {
    return this.readiness;
  }
  isReady(): boolean {
    return this.ready;
  }

  quit(): void {
    if (this.quitting || this.ended || !this.passes('before-quit')) return;
    this.quitting = true;
    const windows = BrowserWindow.getAllWindows();
    if (windows.length === 0) this.windowsGone();
    // A window that stays open does not prevent the others from closing.
    for (const window of process.platform === 'darwin' ? windows.reverse() : windows) {
      if (!window.isDestroyed()) window.close();
    }
  }

  /** A window stayed open, which cancels quitting. */
  windowKept(): void {
    if (this.exitCode === undefined) this.quitting = false;
  }

  /** Called after any window was destroyed. */
  windowClosed(): void {
    if (BrowserWindow.getAllWindows().length > 0 || this.ended) return;
    if (this.exitCode !== undefined) this.end(this.exitCode);
    else if (this.quitting) this.windowsGone();
    else if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }

  private windowsGone(): void {
    if (this.passes('will-quit')) this.end(0);
    else this.quitting = false;
  }

  private passes(event: 'before-quit' | 'will-quit'): boolean {
    const details = preventable();
    this.emit(event, details);
    return !details.defaultPrevented;
  }

  /** Exits at once: no before-quit, no will-quit, no questions to windows. */
  exit(code = 0): void {
    if (this.ended) return;
    if (!this.looping) this.endProcess(code);
    this.quitting = true;
    this.exitCode = code;
    const windows = BrowserWindow.getAllWindows();
    if (windows.length === 0) this.end(code);
    for (const window of windows) if (!window.isDestroyed()) window.destroy();
  }

  private end(code: number): void {
    if (this.ended) return;
    this.ended = true;
    this.quitting = true;
    this.emit('quit', preventable(), code);
    if (this.looping) this.leave(code);
  }

  private leave(code: number): void {
    this.single.release();
    void this.facts.shutDown().finally(() => {
      if (this.nextArgs !== null)
        spawn(process.execPath, [PROGRAM, ...this.nextArgs], { detached: true, stdio: 'inherit' }).unref();
      this.endProcess(code);
    });
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

  /** The first visible window. */
  focus(): void {
    BrowserWindow.getAllWindows()
      .find((window) => window.isVisible())
      ?.focus();
  }
}
