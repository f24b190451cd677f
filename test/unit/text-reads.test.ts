// The language can change while the main process runs, so its modules read a text when they show it, never while they load.
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it, vi } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** The lines of modules that read a text. */
const reads = vi.hoisted(() => new Set<string>());

/** Texts that note who reads one of them. An object of texts may be read at any time. */
const watched = vi.hoisted(
  () =>
    (value: object): object =>
      new Proxy(value, {
        get(target, key) {
          const found: unknown = Reflect.get(target, key);
          if (typeof found === 'object' && found !== null) return watched(found);
          const line = new Error().stack?.split('\n').find((one) => /src\/(main|shared)\/(?!texts)/.test(one));
          if (line !== undefined && typeof key === 'string')
            reads.add(`${line.replace(/^.*\/src\//, 'src/').replace(/:\d+\)?$/, '')} ${key}`);
          return found;
        },
      }),
);

vi.mock('../../src/shared/texts/main.ts', async (original) => ({
  texts: watched((await original<{ texts: object }>()).texts),
}));
vi.mock('../../src/shared/texts/rules.ts', async (original) => ({
  texts: watched((await original<{ texts: object }>()).texts),
}));
// Its members are needed only where a module is used.
vi.mock('electron', () => {
  const electron: Record<string, unknown> = { app: { isPackaged: false, getPath: () => '', getName: () => '' } };
  for (const name of [
    'BrowserWindow',
    'Menu',
    'Tray',
    'clipboard',
    'dialog',
    'ipcMain',
    'nativeImage',
    'net',
    'Notification',
  ])
    electron[name] = {};
  for (const name of ['powerMonitor', 'protocol', 'safeStorage', 'screen', 'session', 'shell', 'nativeTheme'])
    electron[name] = {};
  return { ...electron, default: electron };
});

const modules = ['src/main', 'src/shared'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter(
      (file) => /\.ts$/.test(file) && !file.endsWith('.d.ts') && !/^src\/(shared\/texts\/|main\/index\.ts)/.test(file),
    ),
);

it('no module of the main process reads a text while it loads', async () => {
  for (const module of modules) await import(join(ROOT, module));
  expect([...reads].sort()).toEqual([]);
});
