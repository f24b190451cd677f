// shell: opens things outside the app if there is a display; else (and under a test) only records them.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { hasFault } from './faults.ts';
import { covered } from './not-covered.ts';
import { noteOutside } from './outside.ts';

function mustBeText(text: unknown): void {
  if (typeof text !== 'string') throw new TypeError('Error processing argument at index 0, conversion failure');
}

export function createShell(open: boolean) {
  const hand = (target: string): void => {
    if (!open) return;
    const [command, args] =
      process.platform === 'darwin'
        ? ['open', [target]]
        : process.platform === 'win32'
          ? ['explorer.exe', [target]]
          : ['xdg-open', [target]];
    const child = spawn(command as string, args as string[], { stdio: 'ignore', detached: true });
    child.on('error', (error) => console.error(`[host] could not open ${target}: ${error.message}`));
    child.unref();
  };
  return covered('shell', {
    openExternal(url: string): Promise<void> {
      mustBeText(url);
      if (!URL.canParse(url)) return Promise.reject(new Error('Invalid URL'));
      if (hasFault('open-fails')) return Promise.reject(new Error('Failed to open URL'));
      noteOutside('open-external', url);
      hand(url);
      return Promise.resolve();
    },
    /** Resolves with the error message. */
    openPath(path: string): Promise<string> {
      mustBeText(path);
      if (hasFault('open-fails') || !existsSync(path)) return Promise.resolve('Failed to open path');
      noteOutside('open-path', path);
      hand(path);
      return Promise.resolve('');
    },
    showItemInFolder(path: string): void {
      mustBeText(path);
      noteOutside('show-item', path);
    },
    beep: (): void => {},
    trashItem: async (_path: string): Promise<void> => {
      throw new Error('The Chromium host has no trash');
    },
  });
}
