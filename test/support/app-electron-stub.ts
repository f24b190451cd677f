// Stub of `electron` for main-process code in plain Node; electron-store reads these from its default export.
export default { app: undefined, ipcMain: undefined, shell: undefined };
