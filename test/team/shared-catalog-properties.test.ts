// Whatever happens to three computers and their server, all end with the same records, and nothing accepted is lost.
import { cpSync, existsSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { isUnsentRecord, type LinkRecord, type ProductRecord } from '../../src/main/catalog/records.ts';
import { slow } from '../../tools/test/slow.ts';
import { saleOf } from '../support/sale.ts';
import { areEqual, SharingComputer } from '../support/sharing-computer.ts';
import { describeWithNats, sharedTeam } from '../support/team-server.ts';

/** Set the variable for more runs. Only then is a failure shrunk, because each attempt takes seconds. */
const RUNS = Number(process.env.STOREFRONT_RUNS ?? 0);
const seed = process.env.STOREFRONT_SEED;
/** In ms. A slow machine runs fewer scripts: none starts after this time, but the examples and one more have to. */
const LIMIT = RUNS === 0 ? slow(40_000) : RUNS * 60_000;
const HOUR = 60 * 60_000;
const SETTLED_MS = slow(60_000);
const NAMES = ['Anna', 'Ben', 'Cora'] as const;

type Kind = 'product' | 'link';
type Group = 'note' | 'title';

/** `who`: a computer. `which`: one of the records created so far. */
type Step =
  | { readonly do: 'create'; readonly kind: Kind; readonly who: number; readonly which: number }
  | { readonly do: 'write'; readonly group: Group; readonly who: number; readonly which: number }
  | { readonly do: 'answer' | 'withdraw' | 'undo'; readonly which: number }
  | { readonly do: 'remove' | 'sell'; readonly who: number; readonly which: number }
  | { readonly do: 'disconnect' | 'connect' | 'restart' | 'mark'; readonly who: number }
  | { readonly do: 'settle' | 'back up' | 'roll back' | 'lose' };

const who = fc.nat(NAMES.length - 1);
const which = fc.nat(11);
const does = <const T extends string>(...names: readonly T[]) => fc.constantFrom<T>(...names);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: does('create'), kind: does('product', 'link', 'link'), who, which }) },
  { weight: 7, arbitrary: fc.record({ do: does('write'), group: does('note', 'title'), who, which }) },
  { weight: 8, arbitrary: fc.record({ do: does('answer', 'answer', 'withdraw', 'undo'), which }) },
  { weight: 5, arbitrary: fc.record({ do: does('remove', 'sell'), who, which }) },
  { weight: 12, arbitrary: fc.record({ do: does('disconnect', 'connect', 'restart', 'mark'), who }) },
  { weight: 4, arbitrary: fc.record({ do: does('settle') }) },
  { weight: 2, arbitrary: fc.record({ do: does('back up', 'roll back', 'lose') }) },
);

/** What must be true in the end. */
interface Expected {
  readonly kind: Kind;
  readonly id: string;
  readonly creator: number;
  /** The id or address from the service. */
  given: number | string | null;
  isWithdrawn: boolean;
  isRemoved: boolean;
  sales: number;
  /** Each text that was written, with the text that its writer saw before. */
  readonly written: Readonly<Record<Group, Map<string, string | undefined>>>;
}

const textOf = (record: ProductRecord | LinkRecord, group: Group): string | undefined =>
  group === 'note' ? record.note : 'fields' in record ? record.fields.productTitle : undefined;

describeWithNats('three computers that share a catalog', () => {
  const team = sharedTeam();
  const codes: string[] = [];
  let end = 0;
  let ran = 0;
  beforeAll(async () => {
    for (const name of NAMES) codes.push(await team.invite(name));
  });

  class World {
    readonly computers: readonly SharingComputer[];
    readonly #online = new Set<number>();
    readonly #expected: Expected[] = [];
    readonly #backup = `${team.dataFolder}.backup`;
    #count = 0;

    constructor(skews: readonly number[]) {
      const email = `${crypto.randomUUID()}@store.example`;
      this.computers = NAMES.map(
        (name, index) => new SharingComputer(name, { skew: (skews[index] ?? 0) * HOUR, email }),
      );
      rmSync(this.#backup, { recursive: true, force: true });
    }

    async start(): Promise<void> {
      for (const [index, computer] of this.computers.entries()) {
        await computer.join(codes[index] ?? '');
        this.#online.add(index);
      }
    }

    async run(step: Step): Promise<void> {
      switch (step.do) {
        case 'create':
          return this.#create(step.kind, step.who, step.which);
        case 'write':
          return this.#write(step.group, step.who, step.which);
        case 'answer':
        case 'withdraw':
        case 'undo':
          return this.#atCreator(step.do, step.which);
        case 'remove':
        case 'sell':
          return this.#atAny(step.do, step.who, step.which);
        case 'disconnect':
          this.#online.delete(step.who);
          return this.#of(step.who).disconnect();
        case 'connect':
          return this.#connect(step.who);
        case 'mark':
          return this.#of(step.who).mark();
        case 'restart':
          await this.#of(step.who).stop();
          this.#of(step.who).start();
          if (this.#online.delete(step.who)) await this.#connect(step.who);
          return;
        case 'settle':
          return this.#settle([...this.#online]);
        case 'back up':
          await this.#settle([...this.#online]);
          cpSync(team.dataFolder, this.#backup, { recursive: true });
          return;
        case 'roll back':
          if (existsSync(this.#backup))
            await this.#replaceServer(() => cpSync(this.#backup, team.dataFolder, { recursive: true }));
          return;
        case 'lose':
          return this.#replaceServer(() => undefined);
      }
    }

    /** Connects all computers, then compares their records with what was done. */
    async end(): Promise<void> {
      const all = this.computers.map((_, index) => index);
      for (const index of all) await this.#connect(index);
      await this.#settle(all);
      for (const [index, computer] of this.computers.entries()) {
        for (const expected of this.#expected) this.#check(computer, index, expected);
      }
    }

    async remove(): Promise<void> {
      for (const computer of this.computers) await computer.remove();
    }

    #of(index: number): SharingComputer {
      return this.computers[index] as SharingComputer;
    }

    async #connect(index: number): Promise<void> {
      if (this.#online.has(index)) return;
      await this.#of(index).connect();
      this.#online.add(index);
    }

    /** Waits until these have the same records. Meanwhile each connects again as the app does. */
    async #settle(indexes: readonly number[]): Promise<void> {
      const computers = indexes.map((index) => this.#of(index));
      for (const limit = performance.now() + SETTLED_MS; !areEqual(computers); await pause(50)) {
        if (performance.now() > limit) throw new Error('The computers do not get equal');
        for (const computer of computers) await computer.keepUp();
      }
    }

    async #replaceServer(fill: () => void): Promise<void> {
      const online = [...this.#online];
      for (const index of online) await this.#of(index).disconnect();
      this.#online.clear();
      await team.restart(() => {
        rmSync(team.dataFolder, { recursive: true });
        fill();
      });
      for (const index of online) await this.#connect(index);
    }

    #record(index: number, { kind, id }: Expected): ProductRecord | LinkRecord | undefined {
      const { products, links } = this.#of(index).catalog;
      return kind === 'product' ? products.get(id) : links.get(id);
    }

    #change(index: number, { kind, id }: Expected, change: Partial<ProductRecord & LinkRecord>): void {
      if (kind === 'product') this.#of(index).changeProduct(id, change);
      else this.#of(index).changeLink(id, change);
    }

    #chosen(which: number, among: readonly Expected[] = this.#expected): Expected | undefined {
      return among[which % Math.max(among.length, 1)];
    }

    #create(kind: Kind, index: number, which: number): void {
      const known = this.#expected.filter(
        (one) => one.kind === 'product' && this.#record(index, one)?.deletedAt === null,
      );
      const computer = this.#of(index);
      const product = this.#chosen(which, known);
      const { id } =
        kind === 'link' && product ? computer.link(product.id, `${++this.#count}`) : computer.product('first');
      this.#expected.push({
        kind: kind === 'link' && product ? 'link' : 'product',
        id,
        creator: index,
        given: null,
        isWithdrawn: false,
        isRemoved: false,
        sales: 0,
        written: { note: new Map(), title: new Map([['first', undefined]]) },
      });
    }

    #write(group: Group, index: number, which: number): void {
      const expected = this.#chosen(which);
      const record = expected && this.#record(index, expected);
      if (!record || (group === 'title' && expected.kind === 'link')) return;
      const text = `text ${++this.#count}`;
      expected.written[group].set(text, textOf(record, group));
      if (group === 'note') this.#change(index, expected, { note: text });
      else this.#change(index, expected, { fields: { ...(record as ProductRecord).fields, productTitle: text } });
    }

    #atCreator(act: 'answer' | 'withdraw' | 'undo', which: number): void {
      const expected = this.#chosen(which);
      if (!expected || expected.given !== null || expected.isWithdrawn !== (act === 'undo')) return;
      const { creator, kind } = expected;
      if (act === 'answer') {
        expected.given =
          kind === 'product' ? ++this.#count : `https://store.example/checkout/s/1?uuid=${crypto.randomUUID()}`;
        this.#change(creator, expected, {
          answer: '{}',
          ...(kind === 'product' ? { serverId: expected.given as number } : { paymentLink: expected.given as string }),
        });
      } else {
        expected.isWithdrawn = act === 'withdraw';
        this.#change(creator, expected, { deletedAt: act === 'withdraw' ? Date.now() : null });
      }
    }

    #atAny(act: 'remove' | 'sell', index: number, which: number): void {
      const expected = this.#chosen(
        which,
        this.#expected.filter(({ kind }) => kind === 'link'),
      );
      const link = expected && (this.#record(index, expected) as LinkRecord | undefined);
      if (!link || link.paymentLink === null) return;
      if (act === 'sell') {
        expected.sales += 1;
        const { catalog } = this.#of(index);
        const sale = saleOf({ id: `sale ${++this.#count}`, linkId: link.id, at: Date.now() });
        catalog.transaction(() => catalog.sales.merge(sale));
      } else if (link.deletedAt === null) {
        expected.isRemoved = true;
        this.#change(index, expected, { deletedAt: Date.now() });
      }
    }

    #check(computer: SharingComputer, index: number, expected: Expected): void {
      const record = this.#record(index, expected);
      const on = `${expected.kind} of ${NAMES[expected.creator]} on ${computer.name}`;
      expect(record, on).toBeDefined();
      if (!record) return;
      const given = 'serverId' in record ? record.serverId : record.paymentLink;
      expect(given, `what the service gave: ${on}`).toBe(expected.given);
      expect(record.deletedAt !== null, `is deleted: ${on}`).toBe(expected.isWithdrawn || expected.isRemoved);
      const isUnsent = isUnsentRecord(record);
      const creator = isUnsent && index !== expected.creator ? NAMES[expected.creator] : undefined;
      expect(record.createdOn?.device, `who creates it: ${on}`).toBe(creator);
      for (const [group, written] of Object.entries(expected.written) as [Group, Map<string, string | undefined>][]) {
        const replaced = [...written.values()];
        const last = [...written.keys()].filter((text) => !replaced.includes(text));
        if (last.length > 0 && !(group === 'title' && expected.kind === 'link')) {
          expect(last, `one of the last texts: ${group}, ${on}`).toContain(textOf(record, group));
        }
      }
      if (expected.kind === 'link') {
        expect(computer.catalog.links.sold(expected.id)?.count ?? 0, `sales: ${on}`).toBe(expected.sales);
      }
    }
  }

  const property = fc.asyncProperty(
    fc.array(step, { minLength: 5, maxLength: 30 }),
    fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 }), fc.integer({ min: -6, max: 6 })),
    async (steps, skews) => {
      if (performance.now() > end) return;
      ran += 1;
      const world = new World(skews);
      try {
        await world.start();
        for (const each of steps) await world.run(each);
        await world.end();
      } finally {
        await world.remove();
      }
    },
  );

  /** Scripts that once found a fault. */
  const EXAMPLES: [Step[], [number, number, number]][] = [
    // A backup made while all were connected is put back while one of them is disconnected.
    [
      [
        { do: 'create', kind: 'product', who: 0, which: 0 },
        { do: 'back up' },
        ...Array.from({ length: 4 }, (): Step => ({ do: 'create', kind: 'link', who: 0, which: 0 })),
        { do: 'settle' },
        { do: 'disconnect', who: 1 },
        { do: 'roll back' },
        { do: 'write', group: 'note', who: 0, which: 2 },
        { do: 'write', group: 'note', who: 0, which: 0 },
        { do: 'settle' },
        { do: 'connect', who: 1 },
        { do: 'write', group: 'note', who: 1, which: 3 },
      ],
      [0, 0, 0],
    ],
  ];

  it(
    'end with the same catalog, which has every change that any of them made',
    async () => {
      end = performance.now() + LIMIT;
      await fc.assert(property, {
        examples: EXAMPLES,
        numRuns: RUNS || EXAMPLES.length + 9,
        endOnFailure: RUNS === 0,
        ...(seed === undefined ? {} : { seed: Number(seed) }),
      });
      expect(ran, 'scripts that ran in the time').toBeGreaterThan(EXAMPLES.length);
    },
    LIMIT + slow(120_000),
  );
});
