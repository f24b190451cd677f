// The platform services that features use: dialogs, clipboard, browser, printer.
import { parseWebAddress } from '../shared/checkout-url.ts';
import type { Result } from '../shared/problem.ts';
import type { texts } from '../shared/texts/main.ts';

export interface SaveQuestion {
  readonly title: string;
  /** The suggested file name. */
  readonly name: string;
  readonly kind: { readonly name: string; readonly extension: string };
}

/** Resolves to the chosen path, or null when cancelled. */
export type AskWhereToSave = (question: SaveQuestion) => Promise<string | null>;

/** A system dialog, which page code can neither show nor answer. Refuses unless the seller agrees. */
export type Confirm = (question: {
  readonly message: string;
  readonly detail: string;
  /** The confirming button; the other one is "Cancel". */
  readonly button: string;
}) => Promise<Result<void>>;

export interface Clipboard {
  copy(text: string): Promise<void>;
  /** Call when something was copied by other means. */
  noteExternalCopy(): void;
  /** Changes when something is copied in the app, and when its window loses the focus. */
  generation(): number;
  isFocused(): boolean;
}

export interface Platform extends Clipboard {
  copyPicture(png: Uint8Array<ArrayBuffer>): Promise<void>;
  print(): Promise<Result<{ printed: boolean }>>;
  /** Ends the app, asking about unsaved text first, and starts it again. */
  restart(): void;
  /** Refuses addresses that are not for a browser. */
  openInBrowser(url: string): Promise<Result<undefined>>;
  /** The practice store's pages, which this app serves itself; null while it does not run. */
  practicePages(): { readonly salesUrl: string; readonly productsUrl: string } | null;
  readonly confirm: Confirm;
  /** Refuses if the system cannot show the folder. */
  openFolder(path: string): Promise<Result<undefined>>;
  readonly askWhereToSave: AskWhereToSave;
  /** Resolves to the chosen path, or null when cancelled. */
  readonly askWhatToOpen: (question: Pick<SaveQuestion, 'title' | 'kind'>) => Promise<string | null>;
}

/** The host with its port; empty if the text is not a web address. */
export const hostOf = (url: string | null | undefined): string => parseWebAddress(url ?? '')?.host ?? '';

/** Asks before something goes to an address that is not known yet. `email`: of a question about a sign-in. */
export const confirmHost = (
  { message, detail, button }: typeof texts.stores.exits.signIn,
  address: string,
  confirm: Confirm,
  email = '',
): Promise<Result<void>> =>
  confirm({ message: message({ host: hostOf(address) }), detail: detail({ address, email }), button });
