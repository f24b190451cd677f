// Closing the window ends the app, or hides the window where the seller chose "Run in background".
import type { Settings } from '../../shared/settings.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Document } from '../storage/document.ts';
import { showNotification } from './notifications.ts';
import type { WindowState } from './window-state.ts';

export interface Background {
  /** Whether the app keeps running when the window is closed. */
  staysOpen(): boolean;
  /** The window was hidden instead of closed. */
  hidden(): void;
}

export interface BackgroundDeps {
  settings(): Settings;
  /** The app is ending, so the window closes. */
  isEnding(): boolean;
  /** Stores whether the notification was shown before. */
  readonly place: Document<WindowState>;
  readonly platform: NodeJS.Platform;
  show(): void;
}

export function background({ settings, isEnding, place, platform, show }: BackgroundDeps): Background {
  return {
    // Apps on macOS keep running without a window.
    staysOpen: () => !isEnding() && (platform === 'darwin' || settings().keepSending),
    hidden() {
      if (platform === 'darwin' || place.value.toldBackground) return;
      const { title, about, aboutWithTray } = texts.shell.background;
      showNotification({
        title,
        body: settings().tray ? aboutWithTray : about,
        onClick: show,
        // Only a shown notification counts.
        onShown: () =>
          place
            .save({ ...place.value, toldBackground: true })
            .catch((error: unknown) => console.error('Could not store that the background notice was shown', error)),
      });
    },
  };
}
