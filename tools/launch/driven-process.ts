// A child process that a program drives: its output is kept, its end is awaited, and it never outlives its driver.
import type { ChildProcess } from 'node:child_process';

export interface Driven {
  readonly exited: Promise<number | null>;
  output(): string;
  /** Resolves with what stands in the first bracket of the pattern; rejects when the process ends first or is too slow. */
  waitFor(pattern: RegExp, limit: number): Promise<string>;
  /** Ends it with SIGKILL and waits for the end. */
  kill(): Promise<void>;
  /** Ends it with SIGTERM, and with SIGKILL when that takes longer than the limit (ms). */
  end(limit: number): Promise<number | null>;
}

/** The two ways in which a driver ends an app that it looks at over a connection of its own, which goes with the app. */
export function endings(app: Driven, limit: number, letGo: () => Promise<void>) {
  return {
    close: async () => {
      const code = await app.end(limit);
      await letGo();
      return code;
    },
    kill: async () => {
      await app.kill();
      await letGo();
    },
  };
}

export function driven(child: ChildProcess): Driven {
  let output = '';
  const hears = new Set<() => void>();
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
    for (const hear of hears) hear();
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
    waitFor: (pattern, limit) =>
      new Promise((resolve, reject) => {
        const stop = (finish: () => void) => {
          clearTimeout(timer);
          hears.delete(look);
          finish();
        };
        const look = () => {
          const found = pattern.exec(output);
          if (found) stop(() => resolve(found[1] ?? ''));
        };
        const fail = (why: string) => stop(() => reject(new Error(`${why}\n${output}`)));
        const timer = setTimeout(() => fail(`The app was not ready after ${limit / 1000} s.`), limit);
        hears.add(look);
        void exited.then((code) => fail(`The app ended with ${code} before it was ready.`));
        look();
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    end: async (limit) => {
      child.kill('SIGTERM');
      const timer = setTimeout(killNow, limit);
      const code = await exited;
      clearTimeout(timer);
      return code;
    },
  };
}
