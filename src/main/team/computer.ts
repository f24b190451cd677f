// The computers of a team: what each says of itself, and what was known of them last.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { type Document, openDocument } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import type { KnownComputers } from '../store-context.ts';

/** Of one computer; the others do not show more. */
export const MOST_DOUBTS = 200;

export const presenceSchema = z.object({
  name: z.string().max(100),
  /** Changes that are not on the service yet. */
  waiting: z.int().min(0),
  /** The name of the computer in stamps. */
  device: z.string().max(100),
  /** Ids of records of which the seller has to decide about a change there. */
  inDoubt: z.array(z.string().max(100)).max(MOST_DOUBTS),
});

const computerSchema = presenceSchema.extend({
  publicKey: z.string(),
  /** By the server's clock, ms since 1970. */
  lastSeen: z.number(),
});
export type Computer = z.infer<typeof computerSchema>;

/** `names`: by the names that computers have in stamps, also of those that have left. */
const knownSchema = z.object({ names: z.record(z.string(), z.string()), computers: z.array(computerSchema) });

/** Kept on disk, for a start without the server. */
export class Computers implements KnownComputers {
  readonly #document: Document<z.infer<typeof knownSchema>>;
  readonly #device: string;
  readonly #onOthers: () => void;
  #list: readonly Computer[];

  /** `device`: this computer. `onOthers`: a name or a doubt of another one has changed. */
  constructor(folder: string, device: string, onSetAside: OnSetAside, onOthers: () => void) {
    this.#device = device;
    this.#onOthers = onOthers;
    this.#document = openDocument({
      folder,
      name: 'team-computers',
      what: texts.team.kept,
      parse: (value) => knownSchema.safeParse(value).data ?? null,
      initial: { names: {}, computers: [] },
      onSetAside,
    });
    this.#list = this.#document.value.computers;
  }

  get list(): readonly Computer[] {
    return this.#list;
  }

  /** The name of a computer in stamps, as the team knows it; null if it does not. */
  nameOf(device: string): string | null {
    return this.#document.value.names[device] ?? null;
  }

  /** When a computer was last seen, ms since 1970; null if it is not in the team. It may have joined more than once. */
  lastSeen(device: string): number | null {
    const times = this.#list.filter((one) => one.device === device).map(({ lastSeen }) => lastSeen);
    return times.length === 0 ? null : Math.max(...times);
  }

  /** The other computers where the seller has to decide about a change to a record. */
  inDoubtAbout(id: string): string[] {
    const doubting = this.#list.filter(({ device, inDoubt }) => device !== this.#device && inDoubt.includes(id));
    return [...new Set(doubting.map(({ device }) => device))];
  }

  set(list: readonly Computer[]): void {
    const shown = (computers: readonly Computer[]) =>
      computers.map(({ device, name, inDoubt }) => [device, name, inDoubt]);
    const isNew = !isDeepStrictEqual(shown(list), shown(this.#list));
    this.#list = list;
    if (!isNew) return;
    void this.save();
    this.#onOthers();
  }

  /** Never rejects, because the server sends the list again. */
  async save(): Promise<void> {
    const named = Object.fromEntries(this.#list.map(({ device, name }) => [device, name]));
    const known = { names: { ...this.#document.value.names, ...named }, computers: [...this.#list] };
    await this.#document
      .save(known)
      .catch((error: unknown) => console.error('The list of computers in the team could not be kept', error));
  }
}
