// An app that was opened for a program to drive: the same handle on both hosts.
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
  /** Another main bundle than out/main/index.js; for trying the host itself. */
  readonly bundle?: string;
  /** Show the window where there is a display; by default only Electron does. */
  readonly headed?: boolean;
}

export interface OpenedApp {
  readonly host: HostKind;
  readonly page: Page;
  readonly process: ChildProcess;
  /** The exit code once the app has ended; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  /** All that the app has written to its standard output and error so far. */
  output(): string;
  /** What a person would paste now. */
  clipboardText(): Promise<string>;
  /** The picture that a person would paste now, a PNG file; empty where there is none. */
  clipboardPicture(): Promise<Buffer>;
  /** What the app has opened, shown or asked outside its window, oldest first. */
  outside(): Promise<readonly OutsideAct[]>;
  /** What the next file and message dialogs are answered with. */
  answerDialogs(answers: DialogAnswers): Promise<void>;
  /** Chooses an item of the application menu by its id; false when there is none. */
  chooseMenuItem(id: string): Promise<boolean>;
  /** The app's icon in the tray; null while there is none. */
  tray(): Promise<TrayView | null>;
  /** Chooses an item of the tray's menu, or with an empty label clicks the icon; false when that cannot be done. */
  clickTray(label: string): Promise<boolean>;
  /** Does something to the last notification, as the person or the system would; false where nobody hears of it. */
  notification(act: NotificationAct): Promise<boolean>;
  /** The system hands a link over, as macOS does. */
  openUrl(url: string): Promise<void>;
  /** Whether the window can be seen. */
  isVisible(): Promise<boolean>;
  /** The channels on which the main process takes messages of a page, or answers its calls. */
  channels(): Promise<string[]>;
  /** The computer goes to sleep or wakes up. */
  power(event: 'suspend' | 'resume'): Promise<void>;
  /** An error of these words that nobody catches comes up in the main process. */
  breakMain(words: string): Promise<void>;
  /** The window's process dies. Gives the page that comes back. */
  crashPage(): Promise<Page>;
  /** Quits as a person would, and waits for the end. */
  close(): Promise<number | null>;
  /** Ends it without warning, as a power cut would. */
  kill(): Promise<void>;
}
