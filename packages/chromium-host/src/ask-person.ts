// Asks the person at a visible window what Electron would ask in a system dialog.
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import type { OpenDialogOptions, SaveDialogOptions } from 'electron';
import { BrowserWindow } from './browser-window.ts';
import type { Surface } from './surface.ts';

function surface(): Surface | undefined {
  return BrowserWindow.getFocusedWindow()?.webContents.live;
}

/** An unused name in the folder. */
export function freePath(folder: string, fileName: string): string {
  mkdirSync(folder, { recursive: true });
  const { name, ext } = parse(fileName);
  let path = join(folder, `${name}${ext}`);
  for (let n = 1; existsSync(path); n += 1) path = join(folder, `${name} (${n})${ext}`);
  return path;
}

/** Chromium cannot ask where to save, so files go to the browser's download folder. */
export function askWhereToSave(options: SaveDialogOptions, downloads: string): string {
  return freePath(downloads, basename(options.defaultPath ?? 'untitled'));
}

/** The paths of the chosen files; none after a cancel. */
export async function askWhatToOpen(options: OpenDialogOptions): Promise<string[]> {
  const page = surface();
  if (!page) return [];
  const types = (options.filters ?? []).flatMap((filter) => filter.extensions.filter((ext) => ext !== '*'));
  const accept = types.map((ext) => `.${ext}`).join(',');
  const multiple = options.properties?.includes('multiSelections') ?? false;
  const { result } = await page.cdp.send('Runtime.evaluate', {
    userGesture: true,
    awaitPromise: true,
    expression: `new Promise((resolve) => {
      const input = Object.assign(document.createElement('input'), { type: 'file', accept: ${JSON.stringify(accept)}, multiple: ${multiple} });
      input.addEventListener('change', () => resolve([...input.files]));
      input.addEventListener('cancel', () => resolve([]));
      input.click();
    })`,
  });
  if (!result.objectId) return [];
  const paths: string[] = [];
  const { result: properties } = await page.cdp.send('Runtime.getProperties', {
    objectId: result.objectId,
    ownProperties: true,
  });
  for (const { name, value } of properties) {
    if (!/^\d+$/.test(name) || !value?.objectId) continue;
    paths.push((await page.cdp.send('DOM.getFileInfo', { objectId: value.objectId })).path);
  }
  return paths;
}
