// What is asked before a file is saved at a place that the seller chooses.

export interface SaveQuestion {
  readonly title: string;
  /** The file's name to begin with. */
  readonly name: string;
  readonly kind: { readonly name: string; readonly extension: string };
}

/** Gives the chosen path, or null when it was called off. */
export type AskWhereToSave = (question: SaveQuestion) => Promise<string | null>;
