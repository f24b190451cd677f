// What the features need of the computer: dialogs, clipboard, browser, printer.
import type { Result } from '../shared/problem.ts';

export interface SaveQuestion {
  readonly title: string;
  /** The file's name to begin with. */
  readonly name: string;
  readonly kind: { readonly name: string; readonly extension: string };
}

/** Gives the chosen path, or null when it was called off. */
export type AskWhereToSave = (question: SaveQuestion) => Promise<string | null>;

/** Asks which file to read. Gives the chosen path, or null when it was called off. */
export type AskWhatToOpen = (question: Pick<SaveQuestion, 'title' | 'kind'>) => Promise<string | null>;

/** Whether the seller agrees. The question is asked where page code can neither show nor answer it. */
export type Confirm = (question: {
  readonly message: string;
  readonly detail: string;
  /** The button that agrees; the other one is "Cancel". */
  readonly button: string;
}) => Promise<boolean>;

/** What copying needs of the computer. */
export interface Clipboard {
  copy(text: string): Promise<void>;
  /** Something was copied past the app. */
  pass(): void;
  /** Changes when something is copied in the app, and when the seller goes to another window, where something may be. */
  moment(): number;
  /** Whether the seller is at the app's window. */
  isInFront(): boolean;
}

export interface Platform extends Clipboard {
  /** Puts a picture (PNG) on the clipboard. */
  copyPicture(png: Uint8Array<ArrayBuffer>): Promise<void>;
  print(): Promise<Result<{ printed: boolean }>>;
  /** Refuses an address that is not one for a browser. */
  openInBrowser(url: string): Promise<Result<undefined>>;
  /** Pages that this app serves itself. */
  ownPages(): readonly string[];
  /** The practice store's page with products and links; null while it does not run. */
  practicePage(): string | null;
  readonly confirm: Confirm;
  /** Refuses where the system cannot show it. */
  openFolder(path: string): Promise<Result<undefined>>;
  readonly askWhereToSave: AskWhereToSave;
  readonly askWhatToOpen: AskWhatToOpen;
}
