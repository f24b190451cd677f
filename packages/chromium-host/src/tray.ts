// Tray: not shown, but its tooltip and menu can be read and clicked through the control channel.
import { EventEmitter } from 'node:events';
import { choose, Menu } from './menu.ts';
import { NativeImage, nativeImage } from './native-image.ts';
import { isReady } from './readiness.ts';

const shown = new Set<Tray>();

/** The visible state of a tray icon. A separator is "-", a disabled item is in brackets. */
export interface TrayView {
  readonly toolTip: string;
  readonly items: readonly string[];
}

export class Tray extends EventEmitter {
  private toolTip = '';
  private title = '';
  private menu: Menu | null = null;
  private destroyed = false;

  constructor(image: NativeImage | string) {
    super();
    if (!isReady()) throw new Error('Cannot create Tray before app is ready');
    this.setImage(image);
    shown.add(this);
  }
  setImage(image: NativeImage | string): void {
    this.alive();
    load(image);
  }
  setPressedImage(image: NativeImage | string): void {
    this.alive();
    load(image);
  }
  setToolTip(text: string): void {
    this.alive();
    this.toolTip = text;
  }
  setTitle(title: string): void {
    this.alive();
    // Only the menu bar of macOS has space for one.
    if (process.platform === 'darwin') this.title = title;
  }
  getTitle(): string {
    this.alive();
    return this.title;
  }
  setContextMenu(menu: Menu | null): void {
    this.alive();
    if (menu !== null && !(menu instanceof Menu)) throw new TypeError('Must pass Menu or null');
    this.menu = menu;
  }
  setIgnoreDoubleClickEvents(_ignore: boolean): void {}
  destroy(): void {
    this.destroyed = true;
    shown.delete(this);
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }

  private alive(): void {
    if (this.destroyed) throw new Error('Tray is destroyed');
  }
  private visibleItems() {
    return this.menu?.items.filter(({ visible }) => visible) ?? [];
  }
  view(): TrayView {
    const items = this.visibleItems().map(({ type, label, enabled, checked }) => {
      if (type === 'separator') return '-';
      const item = type === 'checkbox' ? `${label}: ${checked ? 'on' : 'off'}` : label;
      return enabled ? item : `(${item})`;
    });
    return { toolTip: this.toolTip, items };
  }
  /** Chooses an item as a person would; false when no such item can be chosen. */
  choose(label: string): boolean {
    const item = this.visibleItems().find((each) => each.label === label && each.enabled);
    return item !== undefined && choose(item);
  }
}

/** Accepts an empty picture, but not the path of a file that is none. */
function load(image: NativeImage | string): void {
  if (typeof image === 'string') {
    if (nativeImage.createFromPath(image).isEmpty()) throw new Error(`Failed to load image from path '${image}'`);
  } else if (!(image instanceof NativeImage)) {
    throw new TypeError('Argument must be a file path or a NativeImage');
  }
}

/** The tray icon; null while there is none. */
export const trayView = (): TrayView | null => [...shown].at(-1)?.view() ?? null;

/** With an empty label: clicks the icon itself. */
export function clickTray(label: string): boolean {
  const tray = [...shown].at(-1);
  if (!tray) return false;
  return label === '' ? tray.emit('click', {}, {}, {}) : tray.choose(label);
}
