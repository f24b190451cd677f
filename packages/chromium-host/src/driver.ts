// Runs functions of a driver (a test, the demo) in the main process, like Playwright's `ElectronApplication.evaluate`.
import { runInThisContext } from 'node:vm';
import type { Electron } from './electron.ts';

/** `code`: the source text of a function that takes Electron's module and the argument. */
export interface DriverCall {
  readonly id: number;
  readonly code: string;
  readonly argument: unknown;
}
export interface DriverAnswer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/**
 * Serves a driver over the IPC channel of a Node child process, if there is one. Resolves after the first call, so that
 * the driver is ready before the app starts; the app quits when the driver has ended.
 */
export async function serveDriver(electron: Electron): Promise<void> {
  if (!process.send) return;
  // The driver's loader may add calls of this helper, which preserves function names.
  Object.assign(globalThis, { __name: (target: unknown) => target });
  const answer = async ({ id, code, argument }: DriverCall): Promise<DriverAnswer> => {
    try {
      const run = runInThisContext(`(${code})`) as (electron: Electron, argument: unknown) => unknown;
      return { id, value: await run(electron, argument) };
    } catch (error) {
      return { id, error: String((error as Error).stack) };
    }
  };
  process.on('disconnect', () => electron.app.quit());
  await new Promise<void>((resolve) => {
    process.on('message', (call) => {
      void answer(call as DriverCall).then((result) => {
        process.send?.(result);
        resolve();
      });
    });
  });
}
