// The files of a queue on a disk that can be full, without fsync. The process can crash in the middle of a write.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from '../../src/main/outbox/change.ts';
import { QueueFiles } from '../../src/main/outbox/queue-files.ts';
import { StoredFile } from '../../src/main/storage/document.ts';

interface Content {
  readonly changes?: readonly Change[];
}

const contentOf = (path: string): Content => JSON.parse(readFileSync(path, 'utf8')) as Content;

class FakeFile extends StoredFile {
  constructor(
    path: string,
    private readonly change: (act: () => void, content: Content) => void,
  ) {
    super(path);
  }

  override read<T>(parse: (content: Readonly<Record<string, unknown>>) => T | null): T | null {
    return parse({ ...contentOf(this.path) });
  }

  override write(content: Content): number {
    const text = JSON.stringify(content);
    this.change(() => writeFileSync(this.path, text), content);
    return text.length;
  }

  override remove(): void {
    this.change(() => rmSync(this.path, { force: true }), {});
  }
}

/** The queue can be opened repeatedly; only what was opened last can write. */
export class FakeDisk {
  #opened = 0;
  /** The position of each id ever written, in the order of their first writes. */
  readonly #turns = new Map<string, number>();
  /** The disk rejects every write. */
  failing = false;
  /** The process crashes after `later` more writes, in a write that may still reach the disk. */
  crashing: { readonly isWritten: boolean; readonly onCrash: () => void; later: number } | null = null;

  constructor(private readonly folder: string) {}

  open(): QueueFiles {
    this.close();
    const opened = this.#opened;
    const change = (act: () => void, { changes = [] }: Content): void => {
      const { failing } = this;
      const crashing = this.crashing && this.crashing.later-- > 0 ? null : this.crashing;
      if (this.#opened !== opened) throw new Error('A write of a process that has crashed');
      if (!failing && crashing?.isWritten !== false) {
        act();
        for (const { id } of changes) if (!this.#turns.has(id)) this.#turns.set(id, this.#turns.size);
      }
      crashing?.onCrash();
      if (crashing) throw new Error('The process crashes');
      if (failing) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    const { folder } = this;
    return new QueueFiles(
      folder,
      'The outbox',
      ({ reason }) => console.error(reason),
      (path) => new FakeFile(path, change),
    );
  }

  /** Nothing more is written until it is opened again. */
  close(): void {
    this.#opened += 1;
    this.crashing = null;
  }

  /** The position of a change among all that were ever written; -1 if it was not. */
  turnOf(id: string): number {
    return this.#turns.get(id) ?? -1;
  }

  /** The changes on disk. */
  read(): Change[] {
    return readdirSync(this.folder).flatMap((name) => contentOf(join(this.folder, name)).changes ?? []);
  }
}
