// One JSON file that is replaced atomically: after a crash it has either the old or the new content.
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Returns the parsed content or its error. A missing file is `absent`. Throws the errors of reading. */
export async function readDataFile(
  file: string,
): Promise<{ kind: 'absent' } | { kind: 'read'; content: unknown } | { kind: 'unreadable' }> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { kind: 'absent' };
    throw error;
  }
  try {
    return { kind: 'read', content: JSON.parse(text) };
  } catch {
    return { kind: 'unreadable' };
  }
}

/** Writes beside the file, flushes, then renames over it. One call at a time per file. Throws the errors of the disk. */
export async function replaceDataFile(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.tmp`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

/**
 * Turns a `write` into a `save`: never two writes at once; all calls during a write share the next one. Each call resolves
 * when the state at the time of the call is written, and rejects if its write failed.
 */
export function sharedSave(write: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  return function save(): Promise<void> {
    if (!current) {
      current = write().finally(() => {
        current = undefined;
      });
      return current;
    }
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined;
        return save();
      });
    return next;
  };
}
