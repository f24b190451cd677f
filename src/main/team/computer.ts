// The computers of a team: what each says of itself, and what was known of them last.
import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { type Document, openDocument } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';

export const presenceSchema = z.object({
  name: z.string().max(100),
  /** Changes that are not on the service yet. */
  waiting: z.int().min(0),
  /** The name of the computer in stamps. */
  device: z.string().max(100),
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
export class Computers {
  readonly #document: Document<z.infer<typeof knownSchema>>;
  readonly #onNames: () => void;
  #list: readonly Computer[];

  constructor(folder: string, onSetAside: OnSetAside, onNames: () => void) {
    this.#onNames = onNames;
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

  set(list: readonly Computer[]): void {
    this.#list = list;
    if (list.every(({ device, name }) => this.nameOf(device) === name)) return;
    void this.save();
    this.#onNames();
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
