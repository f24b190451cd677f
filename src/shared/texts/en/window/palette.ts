// The command palette.
export const palette = {};
