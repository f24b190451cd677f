// Copying, customising and printing checkout links.
export const share = {};
