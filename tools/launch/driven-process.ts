// A child process under program control: collects its output, waits for its exit, and ends it with its driver.
import type { ChildProcess } from 'node:child_process';

export type Driven = ReturnType<typeof driven>;

export function driven(child: ChildProcess) {
  let output = '';
  const listeners = new Set<() => void>();
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
    for (const listener of listeners) listener();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', (error) => {
      output += `\n${error.message}\n`;
      resolve(1);
    });
  });
  const killNow = () => void child.kill('SIGKILL');
  process.once('exit', killNow);
  void exited.then(() => process.removeListener('exit', killNow));

  return {
    exited,
    output: () => output,
    /** Resolves with the first group of the pattern; rejects when the process ends first or times out. */
    waitFor: (pattern: RegExp, limit: number) =>
      new Promise<string>((resolve, reject) => {
        const stop = (finish: () => void) => {
          clearTimeout(timer);
          listeners.delete(look);
          finish();
        };
        const look = () => {
          const match = pattern.exec(output);
          if (match) stop(() => resolve(match[1] ?? ''));
        };
        const fail = (why: string) => stop(() => reject(new Error(`${why}\n${output}`)));
        const timer = setTimeout(() => fail(`The app was not ready after ${limit / 1000} s.`), limit);
        listeners.add(look);
        void exited.then((code) => fail(`The app ended with ${code} before it was ready.`));
        look();
      }),
    /** Sends SIGKILL and waits for the exit. */
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    /** Sends SIGTERM, then SIGKILL after the limit (ms). */
    end: async (limit: number) => {
      child.kill('SIGTERM');
      const timer = setTimeout(killNow, limit);
      const code = await exited;
      clearTimeout(timer);
      return code;
    },
  };
}
