// Exporting and restoring a backup.
export const backup = {};
