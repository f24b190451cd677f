// Stores, signing in, what is told about them.
export const stores = {};
