// What is asked before a file is saved at, or read from, a place that the seller chooses.

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
