// The screen "Settings".
export const settings = {};
