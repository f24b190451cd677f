// Tray: shown nowhere, but its tooltip and menu can be read and clicked through the control channel.
import { EventEmitter } from 'node:events';
import { choose, type Menu } from './menu.ts';
import type { NativeImage } from './native-image.ts';

const shown = new Set<Tray>();

/** What a person would see of an icon in the tray. A line between items is "-", what cannot be chosen is in brackets. */
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
    this.setImage(image);
    shown.add(this);
  }
  setImage(image: NativeImage | string): void {
    // As Electron does, which has nothing to show then.
    if (typeof image !== 'string' && image.isEmpty()) throw new Error('Failed to load image');
  }
  setPressedImage(_image: NativeImage | string): void {}
  setToolTip(text: string): void {
    this.alive();
    this.toolTip = text;
  }
  setTitle(title: string): void {
    this.alive();
    this.title = title;
  }
  getTitle(): string {
    return this.title;
  }
  setContextMenu(menu: Menu | null): void {
    this.alive();
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
    if (this.destroyed) throw new TypeError('Tray is destroyed');
  }
  private visibleItems() {
    return this.menu?.items.filter(({ visible }) => visible) ?? [];
  }
  view(): TrayView {
    const items = this.visibleItems().map(({ type, label, enabled, checked }) => {
      if (type === 'separator') return '-';
      const said = type === 'checkbox' ? `${label}: ${checked ? 'on' : 'off'}` : label;
      return enabled ? said : `(${said})`;
    });
    return { toolTip: this.toolTip, items };
  }
  /** As if the person had chosen an item; false when there is none that can be chosen. */
  choose(label: string): boolean {
    const item = this.visibleItems().find((each) => each.label === label && each.enabled);
    return item !== undefined && choose(item);
  }
}

/** The icon in the tray; null while there is none. */
export const trayView = (): TrayView | null => [...shown].at(-1)?.view() ?? null;

/** With an empty label: a click on the icon itself. */
export function clickTray(label: string): boolean {
  const tray = [...shown].at(-1);
  if (!tray) return false;
  return label === '' ? tray.emit('click', {}, {}, {}) : tray.choose(label);
}
