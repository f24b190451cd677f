// The computers of a team: their presence records and their names.
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

export const computerSchema = presenceSchema.extend({
  publicKey: z.string(),
  /** By the server's clock, ms since 1970. */
  lastSeen: z.number(),
});
export type Computer = z.infer<typeof computerSchema>;

/** When a computer was last seen, ms since 1970; null if it is not among them. It may have joined more than once. */
export function lastSeenOf(computers: readonly Computer[], device: string): number | null {
  const times = computers.filter((one) => one.device === device).map(({ lastSeen }) => lastSeen);
  return times.length === 0 ? null : Math.max(...times);
}

/** By the names that computers have in stamps: also of those that are not connected, or have left. */
const namesSchema = z.record(z.string(), z.string());
type Names = z.infer<typeof namesSchema>;

export class ComputerNames {
  readonly #document: Document<Names>;
  readonly #onChange: () => void;

  constructor(folder: string, onSetAside: OnSetAside, onChange: () => void) {
    this.#onChange = onChange;
    this.#document = openDocument({
      folder,
      name: 'team-computers',
      what: texts.team.kept,
      parse: (value) => namesSchema.safeParse(value).data ?? null,
      initial: {},
      onSetAside,
    });
  }

  /** The name of a computer in stamps, as the team knows it; null if it does not. */
  of(device: string): string | null {
    return this.#document.value[device] ?? null;
  }

  learn(computers: readonly Computer[]): void {
    const named = computers.map(({ device, name }) => [device, name] as const);
    if (named.every(([device, name]) => this.#document.value[device] === name)) return;
    this.#document
      .save({ ...this.#document.value, ...Object.fromEntries(named) })
      .catch((error: unknown) => console.error('The names of computers could not be kept', error));
    this.#onChange();
  }
}
