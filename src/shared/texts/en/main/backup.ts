// Backups, written and restored.
export const backup = {};
