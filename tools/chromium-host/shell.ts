// shell: opens things outside the app where there is a display; else (and under a test) only notes what would be opened.
import { spawn } from 'node:child_process';
import { covered } from './not-covered.ts';
import { noteOutside } from './outside.ts';

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
    openExternal: async (url: string): Promise<void> => {
      noteOutside('open-external', url);
      hand(url);
    },
    openPath: async (path: string): Promise<string> => {
      noteOutside('open-path', path);
      hand(path);
      return '';
    },
    showItemInFolder: (path: string): void => noteOutside('show-item', path),
    beep: (): void => {},
    trashItem: async (_path: string): Promise<void> => {
      throw new Error('The Chromium host has no trash');
    },
  });
}
