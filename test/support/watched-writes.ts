// Counts real disk writes, and fails them on request. Replaces `node:fs/promises` by `vi.mock`.
import { basename } from 'node:path';

type Fs = typeof import('node:fs/promises');
export type Step = 'open' | 'rename' | 'rm';

export const writes = {
  /** Names of the renamed files. */
  renamed: [] as string[],
  /** Returns the error code of a step that must fail. */
  refuse: (_step: Step, _file: string): string | null => null,
  reset() {
    this.renamed = [];
    this.refuse = () => null;
  },
};

function check(step: Step, path: unknown): void {
  const code = writes.refuse(step, basename(String(path)));
  if (code) throw Object.assign(new Error(`${code}: refused by the test`), { code });
}

export async function watchedWrites(original: <M>() => Promise<M>): Promise<Fs> {
  const real = await original<Fs>();
  const watched: Pick<Fs, Step> = {
    open: async (path, ...others) => {
      check('open', path);
      return real.open(path, ...others);
    },
    rename: async (from, to) => {
      check('rename', to);
      await real.rename(from, to);
      writes.renamed.push(basename(String(to)));
    },
    rm: async (path, options) => {
      check('rm', path);
      return real.rm(path, options);
    },
  };
  return { ...real, ...watched };
}
