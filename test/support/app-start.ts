// Starts of the app that end by themselves: a second one on a data folder, and one that may not run.
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { LaunchOptions } from './app.ts';
import type { Launch } from './app-test.ts';

interface RefusedStart {
  readonly said: string;
  /** Known only if the app is a direct child of this process: on the Chromium host. */
  readonly code: number | undefined;
}

/** Starts an app that should exit. */
export const refusedStart = (launchApp: Launch, options: Partial<LaunchOptions> = {}): Promise<RefusedStart> =>
  launchApp(options).then(
    () => ({ said: 'it started', code: undefined }),
    ({ message }: Error) => {
      const [, code] = /The app ended with (\d+) /.exec(message) ?? [];
      return { said: message, code: code === undefined ? undefined : Number(code) };
    },
  );

/** How the next start reaches the running app, once it can: by links on Electron, by a file on the Chromium host. */
export function addressOf(userDataDir: string): { pid: number; socket: string } | null {
  const [lock, socket] = [join(userDataDir, 'SingletonLock'), join(userDataDir, 'SingletonSocket')];
  const found = lstatSync(socket, { throwIfNoEntry: false });
  if (!found) return null;
  if (found.isSymbolicLink()) {
    return { pid: Number(readlinkSync(lock).split('-').at(-1)), socket: readlinkSync(socket) };
  }
  const text = readFileSync(socket, 'utf8');
  return text === '' ? null : JSON.parse(text);
}
