// Documents of a team through a real nats-server: lists that several computers change, also while they are apart.
import { cpSync, rmSync } from 'node:fs';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Document } from '../../src/main/storage/document.ts';
import type { Bases } from '../../src/main/team/bases.ts';
import { connectWith } from '../../src/main/team/connection.ts';
import { DocumentShare } from '../../src/main/team/document-share.ts';
import { mergeLists, type SharedDocument } from '../../src/main/team/shared-document.ts';
import { decodeInvite } from '../../src/team-protocol/invite.ts';
import { recordKeys } from '../../src/team-protocol/seal.ts';
import { type RunningTeam, startTeam } from '../support/running-team.ts';
import { describeWithNats } from '../support/team-server.ts';
import { until } from '../support/until.ts';

const itemSchema = z.object({ id: z.number(), name: z.string() });
type Item = z.infer<typeof itemSchema>;

const item = (id: number, name = `${id}`): Item => ({ id, name });

class Computer {
  list: readonly Item[];
  readonly #bases = { value: {} as Bases };
  #stop: () => Promise<void> = async () => undefined;
  #changed: () => void = () => undefined;

  constructor(
    private readonly code: string,
    ...list: readonly Item[]
  ) {
    this.list = list;
  }

  async connect(): Promise<void> {
    const invite = decodeInvite(this.code);
    if (typeof invite === 'string') throw new Error(invite);
    const connection = await connectWith(invite);
    const document: SharedDocument<readonly Item[]> = {
      kind: 'list',
      schema: z.array(itemSchema),
      read: () => this.list,
      write: async (value) => {
        this.list = value;
      },
      merge: mergeLists,
      hasBase: true,
    };
    const bases = this.#bases;
    const share = new DocumentShare({
      connection,
      stream: jetstream(connection),
      manager: await jetstreamManager(connection, { checkAPI: false }),
      keys: recordKeys(Buffer.from(invite.dataKey, 'base64url'), invite.team),
      owner: 'team',
      documents: [document, this.#stubborn, this.#unwritable, this.#signal],
      bases: {
        get value() {
          return bases.value;
        },
        save: async (value: Bases) => {
          bases.value = value;
        },
      } as Document<Bases>,
    });
    const running = share.run();
    this.#changed = () => share.changed();
    this.#stop = async () => {
      share.stop();
      await running;
      await connection.close();
    };
  }

  /** A second document, to see that all that came before it was settled. */
  signalled = 0;
  readonly #signal: SharedDocument<number> = {
    kind: 'signal',
    schema: z.number(),
    read: () => this.signalled,
    write: async (value) => {
      this.signalled = value;
    },
    merge: (_, here, there) => Math.max(here, there),
    hasBase: false,
  };

  own = '';
  writes = 0;
  readonly #owned = (kind: string, merge: SharedDocument<string>['merge']): SharedDocument<string> => ({
    kind,
    schema: z.string(),
    read: () => this.own,
    write: async () => {
      this.writes += 1;
      // As in the app: each write reports a change.
      this.#changed();
    },
    merge,
    hasBase: false,
  });
  /** Each computer wants its own one. */
  readonly #stubborn = this.#owned('stubborn', (_, here) => here);
  /** It stays as it is, whatever is written. */
  readonly #unwritable = this.#owned('unwritable', (_, here, there) => (here > there ? here : there));

  signal(): void {
    this.signalled += 1;
    this.#changed();
  }

  disconnect(): Promise<void> {
    this.#changed = () => undefined;
    return this.#stop();
  }

  change(list: readonly Item[]): void {
    this.list = list;
    this.#changed();
  }
}

describeWithNats('computers that share a list', () => {
  let team: RunningTeam;
  let anna: Computer;
  let ben: Computer;
  beforeEach(async () => {
    team = await startTeam();
    anna = new Computer(await team.server.invite('Anna'), item(1));
    ben = new Computer(await team.server.invite('Ben'), item(2));
    for (const computer of [anna, ben]) await computer.connect();
  });
  afterEach(async () => {
    for (const computer of [anna, ben]) await computer.disconnect();
    await team.remove();
  });

  const bothHave = (...names: readonly string[]) =>
    until(`both have ${names.join()}`, () =>
      [anna, ben].every(({ list }) => JSON.stringify(list.map(({ name }) => name).sort()) === JSON.stringify(names)),
    );

  it('merge their items, and share what each adds, renames and removes', async () => {
    await bothHave('1', '2');
    anna.change([...anna.list, item(3)]);
    await bothHave('1', '2', '3');
    ben.change(ben.list.filter(({ id }) => id !== 1).map((one) => (one.id === 3 ? item(3, 'three') : one)));
    await bothHave('2', 'three');
  });

  it('merge changes made while they were disconnected', async () => {
    await bothHave('1', '2');
    for (const computer of [anna, ben]) await computer.disconnect();
    anna.change([item(2), item(3)]);
    ben.change([item(1), item(2), item(4)]);
    for (const computer of [anna, ben]) await computer.connect();
    await bothHave('2', '3', '4');
  });

  it('stop sending and writing what the other one, or its own document, does not accept', async () => {
    await bothHave('1', '2');
    for (const computer of [anna, ben]) computer.own = computer === anna ? 'of Anna' : 'of Ben';
    for (let round = 1; round <= 20; round++) {
      (round % 2 ? anna : ben).signal();
      await until('both have the signal', () => anna.signalled === round && ben.signalled === round);
    }
    expect(await team.catalogRevision()).toBeLessThan(80);
    expect(anna.writes + ben.writes).toBeLessThan(10);
  });

  it('lose nothing to a server that was restored from a backup', async () => {
    await bothHave('1', '2');
    for (const computer of [anna, ben]) await computer.disconnect();
    await team.restart(() => cpSync(team.dataFolder, `${team.dataFolder}.backup`, { recursive: true }));
    for (const computer of [anna, ben]) await computer.connect();
    anna.change([...anna.list, item(3)]);
    await bothHave('1', '2', '3');
    for (const computer of [anna, ben]) await computer.disconnect();
    await team.restart(() => {
      rmSync(team.dataFolder, { recursive: true });
      cpSync(`${team.dataFolder}.backup`, team.dataFolder, { recursive: true });
    });
    for (const computer of [anna, ben]) await computer.connect();
    await bothHave('1', '2', '3');
    ben.change([...ben.list, item(4)]);
    await bothHave('1', '2', '3', '4');
  });

  it('lose nothing when others have filled a restored server first', async () => {
    await bothHave('1', '2');
    for (const computer of [anna, ben]) await computer.disconnect();
    await team.restart(() => cpSync(team.dataFolder, `${team.dataFolder}.backup`, { recursive: true }));
    for (const computer of [anna, ben]) await computer.connect();
    anna.change([...anna.list, item(3)]);
    await bothHave('1', '2', '3');
    for (const computer of [anna, ben]) await computer.disconnect();
    await team.restart(() => {
      rmSync(team.dataFolder, { recursive: true });
      cpSync(`${team.dataFolder}.backup`, team.dataFolder, { recursive: true });
    });
    // Of a third computer, which has not got item 3: as many writes as the server had before.
    const cora = new Computer(await team.server.invite('Cora'));
    await cora.connect();
    await until('Cora has the list', () => cora.list.length === 2);
    const before = await team.catalogRevision();
    for (const id of [5, 6]) {
      cora.change([...cora.list, item(id)]);
      await expect.poll(() => team.catalogRevision()).toBe(before + id - 4);
    }
    await cora.disconnect();
    for (const computer of [anna, ben]) await computer.connect();
    await bothHave('1', '2', '3', '5', '6');
  });
});
