// What the disk and its files have to say.
export const storage = {};
