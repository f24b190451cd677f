// The possible files after a power cut: everything fsynced, and any part of the rest.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { DiskEvent } from './disk-recorder.ts';

/** A file by identity, which renames do not change. */
interface FileNode {
  readonly name: string;
  /** Null if nothing of it was ever fsynced. */
  safe: Buffer | null;
  current: Buffer;
}

/** A folder change, which a crash makes whole or not at all. */
interface EntryChange {
  readonly index: number;
  readonly folders: readonly string[];
  readonly says: string;
  readonly apply: (tree: Tree) => void;
}

interface Tree {
  readonly folders: Set<string>;
  readonly files: Map<string, FileNode>;
}

/** The files of a folder before the recording. */
export type Start = ReadonlyMap<string, Buffer | 'folder'>;

/** Decides what of an unsafe change reached the disk: a number in [0, 1). 0 is "nothing of it". */
export type Chance = () => number;

const folderOf = (path: string): string => (dirname(path) === '.' ? '' : dirname(path));

export class PowerCut {
  readonly #start: Start;
  readonly #events: readonly DiskEvent[];

  constructor(start: Start, events: readonly DiskEvent[]) {
    this.#start = start;
    this.#events = events;
  }

  /** Everything unsafe after the first `until` events; empty when a power cut changes nothing. */
  unsafe(until = this.#events.length): string[] {
    const { changes, files, folders } = this.#replay(until);
    // A removed folder takes its content along; its removal is a separate change.
    const isThere = (folder: string): boolean => folder === '' || folders.has(folder);
    const torn = [...files]
      .filter(([, { safe, current }]) => safe === null || !safe.equals(current))
      .map(([path]) => `the content of ${path} is not fsynced`);
    const unsafe = changes.filter(({ change, safe }) => !safe && change.folders.some(isThere));
    return [...unsafe.map(({ change }) => change.says), ...torn];
  }

  /** Files that replaced another or were renamed before their content was fsynced. */
  renamedTooEarly(): string[] {
    return this.#replay(this.#events.length).tooEarly;
  }

  /** Writes a possible state after a power cut after the first `until` events into a folder. */
  materialize(into: string, until: number, chance: Chance): void {
    const tree = this.#treeAtStart();
    for (const { change, safe } of this.#replay(until, tree).changes) if (safe || chance() >= 0.5) change.apply(tree);
    mkdirSync(into, { recursive: true });
    const isReachable = (path: string): boolean =>
      path === '' || (tree.folders.has(path) && isReachable(folderOf(path)));
    for (const path of [...tree.folders].sort())
      if (isReachable(path)) mkdirSync(join(into, path), { recursive: true });
    for (const [path, { safe, current }] of tree.files) {
      if (!isReachable(folderOf(path))) continue;
      // Nothing, all, or the first part of the content that was not fsynced.
      const part = safe?.equals(current) ? null : chance();
      const torn = current.subarray(0, Math.floor(current.length * (part ?? 1)));
      writeFileSync(join(into, path), part === 0 ? (safe ?? Buffer.alloc(0)) : torn);
    }
  }

  #treeAtStart(): Tree {
    const tree: Tree = { folders: new Set(), files: new Map() };
    for (const [path, content] of this.#start) {
      if (content === 'folder') tree.folders.add(path);
      else tree.files.set(path, { name: basename(path), safe: content, current: content });
    }
    return tree;
  }

  /** `start` is the tree with the files, so that contents belong to the same nodes. */
  #replay(until: number, start: Tree = this.#treeAtStart()) {
    const truth: Tree = { folders: new Set(start.folders), files: new Map(start.files) };
    const changes: EntryChange[] = [];
    const tooEarly: string[] = [];
    const began = new Map<
      number,
      { readonly index: number; readonly content: Buffer | null; readonly node: FileNode | null }
    >();
    const folderSyncs: { readonly path: string; readonly began: number }[] = [];
    const change = (index: number, says: string, paths: readonly string[], apply: (tree: Tree) => void) => {
      changes.push({ index, says, folders: [...new Set(paths.map(folderOf))], apply });
      apply(truth);
    };
    for (const [index, event] of this.#events.slice(0, until).entries()) {
      const { path } = event;
      const node = truth.files.get(path) ?? null;
      switch (event.op) {
        case 'mkdir':
          change(index, `the folder ${path} is not safe in its parent`, [path], ({ folders }) => folders.add(path));
          break;
        case 'create': {
          const made: FileNode = { name: path, safe: null, current: Buffer.alloc(0) };
          change(index, `the new file ${path} is not safe in its folder`, [path], ({ files }) => files.set(path, made));
          break;
        }
        case 'write':
          if (node) node.current = event.content;
          break;
        case 'remove':
          change(index, `the removal of ${path} is not safe`, [path], ({ files, folders }) => {
            files.delete(path);
            folders.delete(path);
          });
          break;
        case 'rename':
        case 'link': {
          const { to } = event;
          if (node && !node.safe?.equals(node.current)) tooEarly.push(to);
          change(index, `the ${event.op} of ${path} to ${to} is not safe`, [path, to], ({ files }) => {
            if (event.op === 'rename' && files.get(path) === node) files.delete(path);
            if (node) files.set(to, node);
          });
          break;
        }
        case 'sync-began':
          began.set(event.sync, { index, node, content: node?.current ?? null });
          break;
        case 'sync-ended': {
          const sync = began.get(event.sync);
          if (!sync) break;
          if (event.isFolder) folderSyncs.push({ path, began: sync.index });
          else if (sync.node) sync.node.safe = sync.content;
        }
      }
    }
    const isSafe = ({ index, folders }: EntryChange) =>
      folders.every((folder) => folderSyncs.some(({ path, began: at }) => path === folder && at > index));
    return {
      changes: changes.map((each) => ({ change: each, safe: isSafe(each) })),
      files: truth.files,
      folders: truth.folders,
      tooEarly,
    };
  }
}

/** Reads a folder as the start of a recording. */
export function readStart(root: string): Start {
  const start = new Map<string, Buffer | 'folder'>();
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    start.set(relative(root, path), entry.isDirectory() ? 'folder' : readFileSync(path));
  }
  return start;
}
