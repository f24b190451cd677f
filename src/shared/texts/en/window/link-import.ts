// Importing payment links from a file or from the clipboard.
export const linkImport = {};
