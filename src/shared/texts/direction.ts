// Removes bidirectional control characters from parameters, so that they cannot reverse a sentence.

/** Each applies up to the end of the line. Letters have a direction of their own and need none. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

/** A text without the characters that change the direction of the text around it. */
export const withoutTurns = (text: string): string => text.replace(TURNS, '');
