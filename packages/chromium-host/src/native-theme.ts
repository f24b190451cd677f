// nativeTheme: passes the app's light or dark theme to the page as the system preference.
import { EventEmitter } from 'node:events';
import { BrowserWindow } from './browser-window.ts';
import type { Surface } from './surface.ts';

type ThemeSource = 'system' | 'light' | 'dark';

class NativeTheme extends EventEmitter {
  private source: ThemeSource = 'system';
  private systemIsDark = false;
  readonly shouldUseHighContrastColors = false;
  readonly shouldUseInvertedColorScheme = false;
  readonly prefersReducedTransparency = false;
  readonly inForcedColorsMode = false;

  get themeSource(): ThemeSource {
    return this.source;
  }
  set themeSource(source: ThemeSource) {
    if (source === this.source) return;
    this.source = source;
    for (const window of BrowserWindow.getAllWindows()) {
      const surface = window.webContents.live;
      if (surface) void this.apply(surface);
    }
    this.emit('updated');
  }
  get shouldUseDarkColors(): boolean {
    return this.source === 'system' ? this.systemIsDark : this.source === 'dark';
  }
  get shouldUseDarkColorsForSystemIntegratedUI(): boolean {
    return this.shouldUseDarkColors;
  }

  /** Applies the app's theme to a new page, and reads the system's when the app follows it. */
  async apply(surface: Surface): Promise<void> {
    const features = this.source === 'system' ? [] : [{ name: 'prefers-color-scheme', value: this.source }];
    await surface.cdp.send('Emulation.setEmulatedMedia', { features }).catch(() => {});
    if (this.source !== 'system') return;
    const dark = await surface.evaluate("matchMedia('(prefers-color-scheme: dark)').matches").catch(() => false);
    if (dark === this.systemIsDark) return;
    this.systemIsDark = dark === true;
    this.emit('updated');
  }
}

export const nativeTheme = new NativeTheme();
