// Receives links from the system: at start, from a second start, and on macOS by an event.
import { app } from 'electron';
import { linkForLog, screenOf } from './deep-link.ts';
import { note } from './log.ts';
import { LINK_SCHEME } from './names.ts';

export interface LinkActs {
  /** Shows the screen in front; asks first where input is unsaved. */
  show(to: string): void;
  /** The link was invalid. */
  refused(): void;
}

export class Links {
  /** Links that arrived before the app was ready. */
  #pending: string[] = [];
  #acts: LinkActs | null = null;

  /** Call before the app is ready. A packaged app registers itself for such links. */
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
