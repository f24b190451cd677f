// What the main process may do to a page that is there: reload, zoom, edit. Without a page each does nothing.
import { EventEmitter } from 'node:events';
import { isControlled } from './controlled.ts';
import { noteOutside } from './outside.ts';
import type { Surface } from './surface.ts';

export abstract class PageCommands extends EventEmitter {
  private zoom = 1;

  /** The page, while there is one. */
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
  // Chromium's own developer tools open by F12 where there is a display.
  openDevTools(): void {}
  closeDevTools(): void {}
  toggleDevTools(): void {}
  isDevToolsOpened(): boolean {
    return false;
  }
  /** With a person at the window Chromium's own dialog is shown, whose end the page is not told; else it is noted. */
  print(_options: unknown = {}, done: (success: boolean, failureReason: string) => void = () => {}): void {
    if (isControlled() || !this.live) noteOutside('print', this.live?.page.url() ?? '');
    else void this.live.evaluate('void setTimeout(() => print())').catch(() => {});
    setImmediate(() => done(true, ''));
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
