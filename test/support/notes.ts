// A simple record type and its collection, for the storage tests.
import { z } from 'zod';
import { type Collection, openCollection } from '../../src/main/storage/collection.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';

const noteSchema = z.object({ id: z.string(), text: z.string() });
export type Note = z.infer<typeof noteSchema>;

export const note = (id: number | string, text = `note ${id}`): Note => ({ id: String(id), text });
export const notes = (from: number, to: number, text?: string): Note[] =>
  Array.from({ length: to - from + 1 }, (_, index) => note(from + index, text));

const optionsOf = (folder: string, setAside: SetAside[]) => ({
  folder,
  what: 'The notes',
  parse: (record: unknown) => noteSchema.safeParse(record).data ?? null,
  onSetAside: (event: SetAside) => setAside.push(event),
});

/** Opens the collection of a folder; `setAside` collects its set-aside events. */
export const openNotes = (folder: string, setAside: SetAside[] = []): Collection<Note> =>
  openCollection(optionsOf(folder, setAside));
