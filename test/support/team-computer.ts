// A computer in a team, without the rest of the app: its team, its webhook inbox and its data folder.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Delivery } from '../../src/main/catalog/deliveries.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import { type KeyStore, Vault } from '../../src/main/storage/vault.ts';
import { Team } from '../../src/main/team/team.ts';
import type { Inbox } from '../../src/main/webhook/inbox/inbox.ts';
import type { TeamState, TeamView } from '../../src/shared/team.ts';
import { DIRECT_NETWORK } from './direct-network.ts';
import { DeliveryStore, newInbox } from './inbox.ts';
import { unavailableKeyStore } from './outbox-seller.ts';
import { until } from './until.ts';

/** The key of the store's webhook. */
export const TEAM_KEY = 'team-k3y'.repeat(8);

const openKeyStore: KeyStore = {
  isAvailable: async () => true,
  encrypt: async (text) => Buffer.from(text).reverse().toString('base64'),
  decrypt: async (base64) => Buffer.from(base64, 'base64').reverse().toString(),
};

interface TeamComputerOptions {
  readonly hasKeyStore?: boolean;
  readonly folder?: string;
  readonly onKept?: (count: number) => void;
}

export class TeamComputer {
  readonly folder: string;
  /** The notices that the seller got. */
  readonly notices: string[] = [];
  /** Changes that are not on the service yet. */
  waiting = 0;
  /** The disk of the inbox refuses. */
  refuses = false;
  readonly #keyStore: KeyStore;
  #running: { readonly team: Team; readonly inbox: Inbox; readonly store: DeliveryStore } | null = null;

  readonly #onKept: (count: number) => void;

  constructor({
    hasKeyStore = true,
    folder = mkdtempSync(join(tmpdir(), 'storefront-team-')),
    onKept = () => undefined,
  }: TeamComputerOptions = {}) {
    this.folder = folder;
    this.#keyStore = hasKeyStore ? openKeyStore : unavailableKeyStore;
    this.#onKept = onKept;
  }

  async start(): Promise<void> {
    const vault = new Vault(this.#keyStore, this.folder, () => undefined);
    await vault.open();
    const store = new DeliveryStore(this.folder, 'store');
    const inbox = newInbox(this.folder, [store], { knownKeys: () => [{ storeId: 'store', key: TEAM_KEY }] });
    const team = new Team({
      dataFolder: this.folder,
      vault,
      emit: () => undefined,
      now: Date.now,
      network: DIRECT_NETWORK,
      stamper: createStamper(Date.now, this.device),
      documents: [],
      waiting: () => this.waiting,
      onSetAside: () => undefined,
      inDoubt: () => [],
      onOthers: () => undefined,
      notice: (_, message) => this.notices.push(message),
    });
    this.#running = { team, inbox, store };
    await team.start({
      relayPosition: (name) => inbox.relayPosition(name),
      keepRelayed: async (...given) => {
        if (this.refuses) throw new StorageError('The deliveries', new Error('full'));
        const isKept = await inbox.keepRelayed(...given);
        if (isKept) this.#onKept(given[0].length);
        return isKept;
      },
    });
  }

  async stop(): Promise<void> {
    await this.#running?.team.close();
    await this.#running?.store.close();
    this.#running = null;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  get team(): Team {
    if (!this.#running) throw new Error('The computer is off');
    return this.#running.team;
  }

  /** Its name in stamps. */
  get device(): string {
    return this.folder;
  }

  get view(): TeamView {
    return this.team.view();
  }

  async join(code: string): Promise<void> {
    const joined = await this.team.join(code, async () => true);
    if (!joined.ok) throw new Error(joined.problem.message);
  }

  reached(state: TeamState): Promise<void> {
    return until(`the team is ${state}`, () => this.view.state === state);
  }

  /** Newest first. */
  kept(): readonly Delivery[] {
    if (!this.#running) throw new Error('The computer is off');
    return this.#running.store.kept();
  }

  /** The number of deliveries. */
  get count(): number {
    return this.#running?.store.kept().length ?? 0;
  }

  indexes(): number[] {
    return this.kept().map(({ body }) => JSON.parse(body).index as number);
  }

  async has(indexes: readonly number[]): Promise<void> {
    await until(`${indexes.length} deliveries`, () => this.indexes().length >= indexes.length);
    const kept = this.indexes();
    if (kept.join() !== indexes.join()) throw new Error(`The inbox has ${kept.join()} instead of ${indexes.join()}`);
  }

  /** Everything that is in its folder. */
  allBytes(): string {
    return readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
      .join('\n');
  }
}
