// What is asked outside the window: where a file is saved or read, and whether something may leave the app.

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
