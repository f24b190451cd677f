// Stores the team that this computer is in: the invite in the vault, the rest in a document.
import { z } from 'zod';
import { texts } from '../../shared/texts/main.ts';
import { decodeInvite, type Invite } from '../../team-protocol/invite.ts';
import { type Document, openDocument } from '../storage/document.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import type { Vault } from '../storage/vault.ts';

const SECRET = 'team/invite';

const joinedSchema = z.object({
  joined: z.object({ team: z.string(), computer: z.string(), at: z.number() }).nullable(),
});
type Joined = z.infer<typeof joinedSchema>;

export class Membership {
  readonly #vault: Vault;
  readonly #document: Document<Joined>;

  constructor(vault: Vault, folder: string, onSetAside: OnSetAside) {
    this.#vault = vault;
    this.#document = openDocument({
      folder,
      name: 'team',
      what: texts.team.kept,
      parse: (value) => joinedSchema.safeParse(value).data ?? null,
      initial: { joined: null },
      onSetAside,
    });
  }

  /** The name of this computer in its team; null outside of one. */
  get computer(): string | null {
    return this.#document.value.joined?.computer ?? null;
  }

  /** When this computer joined, ms since 1970; null outside of a team. */
  get joinedAt(): number | null {
    return this.#document.value.joined?.at ?? null;
  }

  /** Null outside of a team, and if the secret cannot be read. */
  get invite(): Invite | null {
    const code = this.computer === null ? null : this.#vault.get(SECRET);
    const invite = code === null ? null : decodeInvite(code);
    return invite === null || typeof invite === 'string' ? null : invite;
  }

  /** The invite is on disk, but the system's key store is locked. */
  get isLocked(): boolean {
    return this.#vault.isLocked(SECRET);
  }

  /** Resolves when it is on disk; without a key store the invite stays in memory. Rejects with `StorageError`. */
  async save(code: string, { team, computer }: Invite, at: number): Promise<void> {
    await this.#vault.set(SECRET, code);
    await this.#document.save({ joined: { team, computer, at } });
  }

  /** Rejects with `StorageError`; this computer then stays in the team. */
  async forget(): Promise<void> {
    await this.#document.save({ joined: null });
    await this.#vault
      .delete(SECRET)
      .catch((error: unknown) => console.error('The invite of the team that was left is still on disk', error));
  }
}
