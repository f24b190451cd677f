// What this computer knows of its team, in one document: its membership and the other computers. The invite is in the vault.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { decodeInvite, type Invite } from '../../team-protocol/invite.ts';
import { type Document, openDocument } from '../storage/document.ts';
import { orLog } from '../storage/durable-file.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import type { Vault } from '../storage/vault.ts';

const SECRET = 'team/invite';

/** Each computer shares at most this many of its doubts. */
export const MOST_DOUBTS = 200;

/** What a computer tells the others about itself. */
const presenceSchema = z.object({
  name: z.string().max(100),
  /** Changes that are not on the service yet. */
  waiting: z.int().min(0),
  /** The name of the computer in stamps. */
  device: z.string().max(100),
  /** Ids of records with a change about which the seller has to decide on that computer. */
  inDoubt: z.array(z.string().max(100)).max(MOST_DOUBTS),
});
export type Presence = z.infer<typeof presenceSchema>;

/** A computer's record in the bucket. Its random value shows which of its writes the server has: see `CatalogShare`. */
export const markSchema = z.object({ value: z.string(), presence: presenceSchema });

const computerSchema = presenceSchema.extend({
  publicKey: z.string(),
  /** By the server's clock, ms since 1970. */
  lastSeen: z.number(),
});
export type Computer = z.infer<typeof computerSchema>;

const knownSchema = z.object({
  joined: z.object({ computer: z.string(), at: z.number() }).nullable(),
  computers: z.array(computerSchema),
  /** Names of computers by their names in stamps, including computers that have left. */
  names: z.record(z.string(), z.string()),
});
type Known = z.infer<typeof knownSchema>;

export class Membership {
  readonly #document: Document<Known>;
  /** The last known list. It is also on disk, for a start without the server. */
  computers: readonly Computer[];

  /** `device`: this computer. */
  constructor(
    private readonly vault: Vault,
    private readonly device: string,
    folder: string,
    onSetAside: OnSetAside,
  ) {
    this.#document = openDocument({
      folder,
      name: 'team',
      what: texts.team.kept,
      schema: knownSchema,
      initial: { joined: null, computers: [], names: {} },
      onSetAside,
    });
    this.computers = this.#document.value.computers;
  }

  /** Throws `StorageError`. */
  #save(part: Partial<Known>): void {
    this.#document.save({ ...this.#document.value, ...part });
  }

  /** The name of this computer in its team, and when it joined, in ms since 1970; null outside of a team. */
  get joined(): { readonly computer: string; readonly at: number } | null {
    return this.#document.value.joined;
  }

  /** Null outside of a team, and if the invite cannot be read. */
  get invite(): Invite | null {
    const invite = decodeInvite((this.joined && this.vault.get(SECRET)) ?? '');
    return typeof invite === 'string' ? null : invite;
  }

  /** The invite is on disk, but the system's key store is locked. */
  get isLocked(): boolean {
    return this.vault.isLocked(SECRET);
  }

  /** Resolves once the invite is on disk; without a key store it stays in memory. Rejects with `StorageError`. */
  async join(code: string, { computer }: Invite, at: number): Promise<void> {
    await this.vault.set(SECRET, code);
    this.#save({ joined: { computer, at } });
  }

  /** Rejects with `StorageError`, and then stays in the team. */
  async leave(): Promise<void> {
    this.#save({ joined: null, computers: [] });
    this.computers = [];
    await this.vault
      .delete(SECRET)
      .catch((error: unknown) => console.error('The invite of the team that was left is still on disk', error));
  }

  nameOf(device: string): string | null {
    return this.#document.value.names[device] ?? null;
  }

  /** Ms since 1970; null if the computer is not in the team. */
  lastSeen(device: string): number | null {
    return this.computers.find((one) => one.device === device)?.lastSeen ?? null;
  }

  /** The other computers, by their names in stamps, on which the seller has to decide about a change to a record. */
  inDoubtAbout(id: string): string[] {
    const doubting = this.computers.filter(({ device, inDoubt }) => device !== this.device && inDoubt.includes(id));
    return doubting.map(({ device }) => device);
  }

  /** Takes the presence of a computer; null if it has left. Returns whether a name or a doubt has changed. */
  see(publicKey: string, presence: Presence | null, lastSeen: number): boolean {
    // A computer that has joined again has another key.
    const known = this.computers.find((one) => one.publicKey === publicKey || one.device === presence?.device);
    // An entry of another store, or of a restored server, may be older.
    if (known ? lastSeen < known.lastSeen : !presence) return false;
    const others = this.computers.filter((one) => one !== known);
    this.computers = presence ? [...others, { ...presence, publicKey, lastSeen }] : others;
    const facts = ({ device, name, inDoubt }: Presence) => [device, name, inDoubt];
    const isNew = !known || !presence || !isDeepStrictEqual(facts(presence), facts(known));
    if (isNew) this.keepComputers();
    return isNew;
  }

  /** Never throws, because the computers tell it again. */
  keepComputers(): void {
    const named = Object.fromEntries(this.computers.map(({ device, name }) => [device, name]));
    const names = { ...this.#document.value.names, ...named };
    orLog('The list of computers in the team could not be kept', () =>
      this.#save({ names, computers: [...this.computers] }),
    );
  }
}
