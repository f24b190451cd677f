// The team of this computer: joins and leaves it, and reports its state.
import type { Output } from '../../shared/contract.ts';
import { ok, type Result, refuse, refuseField } from '../../shared/problem.ts';
import type { TeamState, TeamView } from '../../shared/team.ts';
import { texts } from '../../shared/texts/main.ts';
import { decodeInvite, INVITE_MS, type Invite } from '../../team-protocol/invite.ts';
import type { Emit } from '../handlers.ts';
import type { Confirm } from '../platform.ts';
import { ProxyError } from '../service/network.ts';
import { StorageError } from '../storage/durable-file.ts';
import type { OnSetAside } from '../storage/set-aside.ts';
import { keepOutOfLogs, type Vault } from '../storage/vault.ts';
import { createExclusive, throttle } from '../turns.ts';
import { Membership, type Presence } from './membership.ts';
import type { ConnectionDeps, SharedStore, TeamConnection } from './team-connection.ts';

const t = texts.team;

export interface TeamDeps extends Pick<ConnectionDeps, 'network' | 'now' | 'stamper'> {
  /** The changes of this computer, as the others see them. */
  readonly presence: () => Pick<Presence, 'waiting' | 'inDoubt'>;
  readonly dataFolder: string;
  readonly vault: Vault;
  readonly emit: Emit;
  readonly onSetAside: OnSetAside;
  /** A name or a doubt of another computer has changed. */
  readonly onOthers: () => void;
  /** Notifies the seller of deliveries that will never arrive. */
  readonly notice: (title: string, message: string) => void;
}

export class Team {
  readonly #runExclusive = createExclusive();
  readonly membership: Membership;
  readonly #changed = throttle(() => this.deps.emit('team.changed', this.view()));
  #connection: TeamConnection | null = null;
  #state: 'connecting' | 'connected' | 'offline' | 'revoked' = 'connecting';
  #problem: string | null = null;
  readonly #stores = new Map<string, SharedStore>();
  #isClosed = false;

  constructor(private readonly deps: TeamDeps) {
    this.membership = new Membership(deps.vault, deps.stamper.device, deps.dataFolder, deps.onSetAside);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#runExclusive(async () => this.#disconnect());
    this.#changed.stop();
    if (this.membership.joined) this.membership.keepComputers();
  }

  view(): TeamView {
    const { invite, joined, computers } = this.membership;
    const { stamper, presence } = this.deps;
    const { toFetch = 0, newer = 0 } = this.#connection?.progress ?? {};
    const unshared = [...this.#stores.values()].reduce((sum, { catalog }) => sum + catalog.sharing.count, 0);
    const listed = computers
      .filter(({ device }) => device !== stamper.device)
      .map(({ publicKey: id, name, lastSeen, waiting }) => ({ id, name, lastSeen, waiting, isThis: false }));
    if (joined) {
      const lastSeen = this.membership.lastSeen(stamper.device) ?? joined.at;
      listed.push({ id: '', name: joined.computer, lastSeen, waiting: presence().waiting, isThis: true });
    }
    return {
      state: this.#stateOf(invite),
      computer: joined?.computer ?? null,
      relayUrl: invite?.relayUrl ?? null,
      problem: this.#connection ? this.#problem : null,
      unshared: Math.max(0, unshared - newer),
      newer,
      toFetch,
      computers: listed.sort((a, b) => a.name.localeCompare(b.name)),
    };
  }

  /** The stores that joining would merge, if they have records. */
  preview(code: string): Result<Output<'team.preview'>> {
    const invite = this.#read(code);
    if (!invite.ok) return invite;
    const shared = [...this.#stores.values()].filter(({ practice }) => !practice);
    const stores = shared.map(({ name, catalog: { products, links } }) => ({
      ...{ name, products: products.listed, links: links.count(null) },
    }));
    return ok({ stores: stores.filter(({ products, links }) => products + links > 0) });
  }

  #read(code: string): Result<Invite> {
    keepOutOfLogs(code);
    if (this.membership.joined && this.membership.invite) return refuse('conflict', t.alreadyIn);
    const invite = decodeInvite(code);
    if (typeof invite === 'string') return refuseField('invite', t.invite[invite]);
    // The invite with which this computer joined stays valid.
    const isUsed = this.membership.joined?.computer === invite.computer;
    return isUsed || this.deps.now() - invite.at < INVITE_MS ? ok(invite) : refuseField('invite', t.invite.expired);
  }

  /** Joins a team. Contacts nothing before the seller has agreed to the invite's servers in a system dialog. */
  async join(code: string, confirm: Confirm): Promise<Result<void>> {
    const result = this.#read(code);
    if (!result.ok) return result;
    const { message, detail, button } = texts.stores.exits.team;
    const hosts = result.value.servers.map((server) => new URL(server).host);
    // Before the exclusive part: an open dialog must hold up neither the team nor quitting.
    const may = await confirm({ message: message({ hosts }), detail, button });
    if (!may.ok) return may;
    return this.#runExclusive(async () => {
      const current = this.#read(code);
      if (!current.ok) return current;
      const invite = current.value;
      await this.membership.join(code, invite, this.deps.now());
      this.#problem = null;
      await this.#open();
      this.#changed.schedule();
      return ok(undefined);
    });
  }

  leave(): Promise<Result<void>> {
    return this.#runExclusive(async () => {
      // First, so that this computer stays in the team and connected if the disk fails.
      await this.membership.leave();
      // It stays listed if another computer may have to decide about what this one has not created.
      const { waiting } = this.deps.presence();
      if (this.#connection && waiting === 0) await this.#removePresence(this.#connection.publicKey);
      await this.#disconnect();
      this.#changed.schedule();
      this.deps.onOthers();
      for (const store of [...this.#stores.values()]) await this.#stopSharing(store);
      return ok(undefined);
    });
  }

  /** Never rejects: the next start tries again. */
  async #stopSharing(store: SharedStore): Promise<void> {
    await store.onLeft().catch((error) => console.error('What others have not created could not be ended', error));
  }

  /** Removes another computer from the list, and takes over what it has not created. */
  remove(id: string): Promise<Result<void>> {
    return this.#runExclusive(async () => {
      const computer = this.membership.computers.find(({ publicKey }) => publicKey === id);
      if (!computer) return ok(undefined);
      for (const store of [...this.#stores.values()]) await store.onLeft(computer.device);
      // Last, because a computer that is not listed cannot be removed again if the app ends meanwhile.
      await this.#removePresence(id);
      this.membership.see(id, null, computer.lastSeen);
      this.#changed.schedule();
      this.deps.onOthers();
      return ok(undefined);
    });
  }

  async #removePresence(id: string): Promise<void> {
    await this.#connection?.removePresence(id).catch((error: unknown) =>
      // The others still list the computer, with the time when it was last seen.
      console.error('Could not remove a computer from the list of the others', (error as Error).message),
    );
  }

  /** Forgets what the server has, so that everything is shared and read again. */
  shareAgain(): Promise<Result<void>> {
    return this.#runExclusive(async () => {
      const { invite } = this.membership;
      await this.#disconnect();
      for (const { catalog, practice } of this.#stores.values())
        if (invite && !practice) catalog.transaction(() => catalog.sharing.start(invite.team));
      await this.#open();
      return ok(undefined);
    });
  }

  /** Call when the network is back, the computer woke up, or the key store was unlocked. */
  wake(): void {
    if (this.#connection) this.#connection.wake();
    else if (this.membership.joined) void this.#runExclusive(() => this.#open());
  }

  /** Call when rows or the list of stores, or the number of waiting changes, may have changed. */
  changed(): void {
    this.#connection?.changed();
    if (this.membership.joined && !this.#isClosed) this.#changed.schedule();
  }

  /** Shares the catalog of an open store, now and in each later team. */
  share(store: SharedStore): void {
    this.#stores.set(store.id, store);
    // The app ended before the store was told that this computer has left its team.
    const hasLeft = this.membership.joined === null && store.catalog.sharing.position !== undefined;
    if (hasLeft) void this.#runExclusive(() => this.#stopSharing(store));
    this.#connection?.storesChanged();
  }

  /** Resolves when the catalog of a store may be closed. */
  async release(storeId: string): Promise<void> {
    this.#stores.delete(storeId);
    await this.#connection?.release(storeId);
  }

  #stateOf(invite: Invite | null): TeamState {
    if (!this.membership.joined) return 'none';
    if (invite === null) return this.membership.isLocked ? 'locked' : 'forgotten';
    return this.#state;
  }

  async #open(): Promise<void> {
    const { invite } = this.membership;
    if (!invite || this.#connection || this.#isClosed) return;
    this.#state = 'connecting';
    // Loaded only in a team.
    const { TeamConnection } = await import('./team-connection.ts');
    this.#connection = new TeamConnection({
      ...this.deps,
      invite,
      stores: () => this.#stores.values(),
      onState: (state, error) => {
        this.#state = state;
        this.#problem = error && problemOf(error);
        if (error) console.error('The team is not connected', error.message);
        this.#changed.schedule();
      },
      presence: () => ({ ...this.deps.presence(), name: invite.computer, device: this.deps.stamper.device }),
      onPresence: (...seen) => {
        // The connection to a team that was left lasts a moment longer.
        if (this.membership.joined && this.membership.see(...seen)) this.deps.onOthers();
        this.#changed.schedule();
      },
      onProgress: () => this.#changed.schedule(),
      onMissed: () => this.deps.notice(t.missed.title, t.missed.means),
    });
  }

  async #disconnect(): Promise<void> {
    await this.#connection?.stop();
    this.#connection = null;
  }
}

const CERTIFICATE_ERROR = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/;

/** Why the server of a team cannot be used. */
export function problemOf(error: Error): string {
  if (error instanceof StorageError) return t.notStored({ reason: error.message });
  const cause = error.cause instanceof Error ? error.cause : error;
  const refusal = [error, cause].find((one) => one instanceof ProxyError);
  if (refusal) return t.unreachable({ reason: refusal.message });
  const { code = '' } = cause as NodeJS.ErrnoException;
  if (code === 'CERT_NOT_YET_VALID') return t.certificateNotYetValid;
  if (code === 'CERT_HAS_EXPIRED') return t.certificateExpired;
  return CERTIFICATE_ERROR.test(code) ? t.otherCertificate : t.unreachable({ reason: code || cause.message });
}
