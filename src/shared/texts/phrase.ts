/** A sentence with parts in it that are more than text, such as a link: the parts stand where the language puts them. */
export type Phrase<Part> = readonly (string | Part)[];
