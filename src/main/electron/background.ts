// What closing the window does: the app ends, or it goes on without a window where the seller asked for that.
import type { Settings } from '../../shared/settings.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Document } from '../storage/document.ts';
import { showNotification } from './desktop-notification.ts';
import type { WindowState } from './window-state.ts';

export interface Background {
  /** Whether the app goes on when the window is closed now. */
  staysOpen(): boolean;
  /** The window was hidden instead of closed. */
  hidden(): void;
}

export interface BackgroundDeps {
  settings(): Settings;
  /** The app is ending: whatever is set, the window closes. */
  isEnding(): boolean;
  /** Knows whether the seller was told once already. */
  readonly place: Document<WindowState>;
  readonly platform: NodeJS.Platform;
  /** Brings the window back. */
  show(): void;
}

export function background({ settings, isEnding, place, platform, show }: BackgroundDeps): Background {
  return {
    // On macOS an app without a window goes on, as every app does there.
    staysOpen: () => !isEnding() && (platform === 'darwin' || settings().keepSending),
    hidden() {
      if (platform === 'darwin' || place.value.toldBackground) return;
      const { title, about, aboutWithTray } = texts.shell.background;
      showNotification({
        title,
        body: settings().tray ? aboutWithTray : about,
        onClick: show,
        // One that the system refuses tells nobody, so the next one is tried again.
        onShown: () =>
          place
            .save({ ...place.value, toldBackground: true })
            .catch((error: unknown) => console.error('That the seller was told could not be kept', error)),
      });
    },
  };
}
