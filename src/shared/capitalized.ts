// A name at the start of a sentence.
export const capitalized = (name: string): string => name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
