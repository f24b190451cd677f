// The app's links as the system hands them over: at the start, from a second start, and on macOS by an event.
import { app } from 'electron';
import { linkForLog, screenOf } from './deep-link.ts';
import { note } from './log.ts';
import { LINK_SCHEME } from './names.ts';

export interface LinkActs {
  /** Brings the window to the front and shows the screen, asking first where something is not saved. */
  show(to: string): void;
  /** A link led nowhere; nothing was done. */
  refused(): void;
}

export class Links {
  /** What came before the app was ready for it. */
  #pending: string[] = [];
  #acts: LinkActs | null = null;

  /** To be called before the app is ready. A packaged app makes itself the one that such links open. */
  listen(): void {
    app.on('open-url', (event, link) => {
      event.preventDefault();
      this.open(link);
    });
    if (app.isPackaged) void app.whenReady().then(() => app.setAsDefaultProtocolClient(LINK_SCHEME));
  }

  begin(acts: LinkActs): void {
    this.#acts = acts;
    for (const link of this.#pending.splice(0)) this.open(link);
  }

  open(link: string): void {
    if (!this.#acts) {
      this.#pending.push(link);
      return;
    }
    const to = screenOf(link);
    if (to === null) {
      note(`A link was refused: ${linkForLog(link)}`);
      this.#acts.refused();
    } else this.#acts.show(to);
  }
}
