// An app under program control: the same handle on both hosts.
import type { ChildProcess } from 'node:child_process';
import type { DialogAnswers } from '@storefront-desk/chromium-host/dialog';
import type { NotificationAct } from '@storefront-desk/chromium-host/notification';
import type { OutsideAct } from '@storefront-desk/chromium-host/outside';
import type { TrayView } from '@storefront-desk/chromium-host/tray';
import type { Page } from 'playwright';
import type { HostKind } from './choose-host.ts';

export interface OpenOptions {
  readonly userDataDir: string;
  /** More switches for the app, such as `--practice`. */
  readonly args?: readonly string[];
  /** Added to this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Another main bundle than out/main/index.js, to test the host itself. */
  readonly bundle?: string;
  /** Shows the window if there is a display; by default only Electron does. */
  readonly headed?: boolean;
}

export interface OpenedApp {
  readonly host: HostKind;
  readonly page: Page;
  readonly process: ChildProcess;
  /** The exit code once the app has ended; null after a signal. */
  readonly exited: Promise<number | null>;
  /** Everything the app has written to stdout and stderr. */
  output(): string;
  clipboardText(): Promise<string>;
  /** The picture on the clipboard as a PNG file; empty without one. */
  clipboardPicture(): Promise<Buffer>;
  /** Everything the app has opened, shown or asked outside its window, oldest first. */
  outside(): Promise<readonly OutsideAct[]>;
  /** The answers of the next file and message dialogs. */
  answerDialogs(answers: DialogAnswers): Promise<void>;
  /** Chooses an item of the application menu by its id; false when there is none. */
  chooseMenuItem(id: string): Promise<boolean>;
  /** The tray icon; null while there is none. */
  tray(): Promise<TrayView | null>;
  /** Chooses an item of the tray menu, or clicks the icon for an empty label; false when that is impossible. */
  clickTray(label: string): Promise<boolean>;
  /** Acts on the last notification like the person or the system; false if nothing listens. */
  notification(act: NotificationAct): Promise<boolean>;
  /** Opens a link through the system, as macOS does. */
  openUrl(url: string): Promise<void>;
  isVisible(): Promise<boolean>;
  /** The channels that the main process listens on or handles. */
  channels(): Promise<string[]>;
  /** Emits sleep or wake-up of the computer. */
  power(event: 'suspend' | 'resume'): Promise<void>;
  /** Throws an uncaught error with this message in the main process. */
  breakMain(words: string): Promise<void>;
  /** Crashes the window's process. Returns the page that comes back. */
  crashPage(): Promise<Page>;
  /** Quits as a person would, and waits for the exit. */
  close(): Promise<number | null>;
  /** Kills it without warning, like a power cut. */
  kill(): Promise<void>;
}
