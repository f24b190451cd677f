// Starts of the app that end by themselves: a second one on a data folder, and one that may not run.
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
