/** A sentence with parts that are more than text, such as a link; the language decides on their order. */
export type Phrase<Part> = readonly (string | Part)[];
