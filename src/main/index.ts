import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';

app.whenReady().then(() => {
  const w = new BrowserWindow({
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
    },
  });
  w.loadFile(join(import.meta.dirname, '../renderer/index.html'));
});
