// Commands of the main process to an open page: reload, zoom, edit. Without a page each does nothing.
import { EventEmitter } from 'node:events';
import { isControlled } from './controlled.ts';
import { hasFault } from './faults.ts';
import { NotCovered } from './not-covered.ts';
import { noteOutside } from './outside.ts';
import type { Surface } from './surface.ts';

const PAPER = /^(a[0-6]|legal|letter|tabloid)$/i;

export abstract class PageCommands extends EventEmitter {
  private zoom = 1;

  /** The open page, if any. */
  abstract get live(): Surface | undefined;

  focus(): void {
    void this.live?.page.bringToFront().catch(() => {});
  }
  reload(): void {
    void this.live?.cdp.send('Page.reload').catch(() => {});
  }
  reloadIgnoringCache(): void {
    this.reload();
  }
  stop(): void {
    void this.live?.cdp.send('Page.stopLoading').catch(() => {});
  }
  // Chromium's developer tools open by F12 where there is a display.
  openDevTools(): void {}
  closeDevTools(): void {}
  toggleDevTools(): void {}
  isDevToolsOpened(): boolean {
    return false;
  }
  /** With a person at the window, Chromium's own print dialog is shown, whose end is not reported; else it is recorded. */
  print(options: object = {}, done: (success: boolean, failureReason: string) => void = () => {}): void {
    if (typeof options !== 'object' || options === null)
      throw new TypeError('webContents.print(): Invalid print settings specified.');
    if (typeof done !== 'function') throw new Error('webContents.print(): Invalid optional callback provided.');
    const { deviceName, pageSize = 'A4' } = options as { deviceName?: string; pageSize?: unknown };
    if (typeof pageSize === 'string' && !PAPER.test(pageSize)) throw new Error(`Unsupported pageSize: ${pageSize}`);
    if (typeof pageSize !== 'string') throw new NotCovered('webContents.print on paper of a size of its own');
    // The host has no list of printers, so every name is unknown.
    if (hasFault('print-fails')) setImmediate(() => done(false, 'Print job failed'));
    else if (deviceName) setImmediate(() => done(false, 'Invalid deviceName provided'));
    else {
      if (isControlled() || !this.live) noteOutside('print', this.live?.page.url() ?? '');
      else void this.live.evaluate('void setTimeout(() => print())').catch(() => {});
      setImmediate(() => done(true, ''));
    }
  }
  setZoomFactor(factor: number): void {
    this.zoom = factor;
    const code = `document.documentElement.style.setProperty('zoom', ${JSON.stringify(String(factor))})`;
    void this.live?.evaluate(code).catch(() => {});
  }
  getZoomFactor(): number {
    return this.zoom;
  }
  setZoomLevel(level: number): void {
    this.setZoomFactor(1.2 ** level);
  }
  getZoomLevel(): number {
    return Math.log(this.zoom) / Math.log(1.2);
  }
  setVisualZoomLevelLimits(): Promise<void> {
    return Promise.resolve();
  }
  setBackgroundThrottling(_allowed: boolean): void {}
  private edit(command: string): void {
    void this.live?.evaluate(`document.execCommand(${JSON.stringify(command)})`).catch(() => {});
  }
  undo(): void {
    this.edit('undo');
  }
  redo(): void {
    this.edit('redo');
  }
  cut(): void {
    this.edit('cut');
  }
  copy(): void {
    this.edit('copy');
  }
  paste(): void {
    this.edit('paste');
  }
  delete(): void {
    this.edit('delete');
  }
  selectAll(): void {
    this.edit('selectAll');
  }
}
