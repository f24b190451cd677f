// The frame of a window: size, position and state. Sizes are those of the page, without Chromium's own frame.
import { EventEmitter } from 'node:events';
import type { Rectangle } from 'electron';
import type { NativeImage } from './native-image.ts';
import { noteOutside } from './outside.ts';
import type { Surface } from './surface.ts';

export abstract class WindowFrame extends EventEmitter {
  protected visible = false;
  protected destroyed = false;
  protected minimized = false;
  private maximized = false;
  private fullScreen = false;

  /** The bounds when it is neither maximized nor full screen. */
  private normalBounds: Rectangle;

  constructor(
    protected bounds: Rectangle,
    private title: string,
  ) {
    super();
    this.normalBounds = bounds;
  }

  /** The open page, if any. */
  protected abstract get liveSurface(): Surface | undefined;
  /** The same, but only with a visible window. */
  protected abstract get shownSurface(): Surface | undefined;

  /** Gives the page the requested size: Chromium's own frame takes part of its window. */
  protected async fitPage(surface: Surface): Promise<void> {
    const { width, height } = this.bounds;
    const { windowId } = await surface.cdp.send('Browser.getWindowForTarget');
    const inner = (await surface.evaluate('[innerWidth, innerHeight, outerWidth, outerHeight]')) as number[];
    const [innerWidth = width, innerHeight = height, outerWidth = width, outerHeight = height] = inner;
    const bounds = { width: width + outerWidth - innerWidth, height: height + outerHeight - innerHeight };
    await surface.cdp.send('Browser.setWindowBounds', { windowId, bounds });
  }

  protected setState(windowState: 'normal' | 'minimized' | 'maximized' | 'fullscreen'): void {
    const cdp = this.shownSurface?.cdp;
    if (!cdp) return;
    void cdp
      .send('Browser.getWindowForTarget')
      .then(({ windowId }) => cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState } }))
      .catch(() => {});
  }

  /** Shows a hidden window. */
  protected abstract appear(): void;
  /** Asynchronous, like events of the system. */
  protected emitSoon(event: string): void {
    setImmediate(() => !this.destroyed && this.emit(event));
  }

  // As in shell/browser/native_window_views.cc: these show a hidden window.
  minimize(): void {
    this.appear();
    this.minimized = true;
    this.setState('minimized');
    this.emitSoon('minimize');
  }
  maximize(): void {
    const wasVisible = this.visible;
    this.appear();
    this.minimized = false;
    this.maximized = true;
    this.setState('maximized');
    if (!wasVisible) this.emit('show');
    this.emitSoon('maximize');
  }
  /** To the state before: a window minimized while maximized is maximized again. */
  restore(): void {
    this.appear();
    if (this.minimized) {
      this.minimized = false;
      this.setState(this.stateWhenShown());
      this.emitSoon('restore');
    } else this.unmaximize();
  }
  unmaximize(): void {
    if (!this.maximized) return;
    this.maximized = false;
    this.setState('normal');
    this.emitSoon('unmaximize');
  }
  setFullScreen(full: boolean): void {
    if (full) this.appear();
    this.fullScreen = full;
    this.setState(this.stateWhenShown());
    this.emitSoon(full ? 'enter-full-screen' : 'leave-full-screen');
  }
  protected stateWhenShown(): 'normal' | 'maximized' | 'fullscreen' {
    if (this.fullScreen) return 'fullscreen';
    return this.maximized ? 'maximized' : 'normal';
  }

  isMinimized(): boolean {
    return this.minimized;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  isFullScreen(): boolean {
    return this.fullScreen;
  }
  isNormal(): boolean {
    return !this.minimized && !this.maximized && !this.fullScreen;
  }

  protected noteBounds(bounds: Rectangle): void {
    const moved = bounds.x !== this.bounds.x || bounds.y !== this.bounds.y;
    const { x, y, width, height } = bounds;
    this.bounds = { x, y, width, height };
    if (this.isNormal()) this.normalBounds = this.bounds;
    this.emit('resize');
    this.emit('resized');
    if (moved) this.emit('move');
  }
  getBounds(): Rectangle {
    return { ...this.bounds };
  }
  getNormalBounds(): Rectangle {
    return { ...this.normalBounds };
  }
  getContentBounds(): Rectangle {
    return this.getBounds();
  }
  getSize(): [number, number] {
    return [this.bounds.width, this.bounds.height];
  }
  getContentSize(): [number, number] {
    return this.getSize();
  }
  getPosition(): [number, number] {
    return [this.bounds.x, this.bounds.y];
  }
  setBounds(bounds: Partial<Rectangle>): void {
    this.bounds = { ...this.bounds, ...bounds };
    if (this.isNormal()) this.normalBounds = this.bounds;
    const surface = this.liveSurface;
    if (surface) void this.fitPage(surface).catch(() => {});
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  setContentSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  setPosition(x: number, y: number): void {
    this.setBounds({ x, y });
  }
  center(): void {}
  setTitle(title: string): void {
    this.title = title;
  }
  getTitle(): string {
    return this.title;
  }
  // Features of the window frame that Chromium's window does not have.
  setBackgroundColor(_color: string): void {}
  setMinimumSize(_width: number, _height: number): void {}
  setMenu(_menu: unknown): void {}
  removeMenu(): void {}
  setMenuBarVisibility(_visible: boolean): void {}
  setAutoHideMenuBar(_hide: boolean): void {}
  setProgressBar(_progress: number): void {}
  setOverlayIcon(icon: NativeImage | null, text: string): void {
    noteOutside('overlay', icon === null ? 'none' : text);
  }
  setIcon(_icon: unknown): void {}
  setTitleBarOverlay(_overlay: unknown): void {}
  setSkipTaskbar(_skip: boolean): void {}
  setAlwaysOnTop(_top: boolean): void {}
  flashFrame(_flash: boolean): void {}
  setContentProtection(_on: boolean): void {}
  moveTop(): void {}
}
