// How things stand, in a word or two.
export const states = {};
