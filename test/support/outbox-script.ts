// Scripts of what a seller does and what befalls the computer: made up by fast-check, played in a world, and readable when one fails.
import fc from 'fast-check';
import { createLink, deleteLink, editLink } from '../../src/main/desk/links/links.ts';
import { replaceLink } from '../../src/main/desk/links/replace-link.ts';
import { createProduct, editProduct, setDefaultPrice } from '../../src/main/desk/products.ts';
import { saveWebhook } from '../../src/main/desk/webhook.ts';
import type { Action } from '../../src/main/outbox/action.ts';
import { OutboxConflict } from '../../src/main/outbox/parts.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import type { Result } from '../../src/shared/problem.ts';
import { FAULTS, type FaultName } from './outbox-model-service.ts';
import { linkDraft, productFields } from './outbox-seller.ts';
import type { World } from './outbox-world.ts';

export type ScriptStep =
  | { readonly do: 'create product' | 'save webhook' }
  | { readonly do: 'create link' | 'edit product' | 'set price'; readonly of: number }
  | { readonly do: 'edit link' | 'delete link' | 'replace link'; readonly of: number }
  | { readonly do: 'discard' | 'send again' | 'it went through'; readonly of: number }
  | { readonly do: 'next request'; readonly meets: FaultName }
  | { readonly do: 'service'; readonly up: boolean }
  | { readonly do: 'work offline'; readonly on: boolean }
  | { readonly do: 'disk'; readonly fails: boolean }
  | { readonly do: 'token expires' | 'sign out' | 'sign in' | 'wake' | 'restart' }
  | { readonly do: 'crash'; readonly luck: number }
  | { readonly do: 'clock jumps' | 'time passes'; readonly ms: number }
  | { readonly do: 'go on'; readonly picks: readonly number[] };

const one = <T extends ScriptStep['do']>(...dos: T[]) => fc.constantFrom(...dos).map((name) => ({ do: name }));
const of = <T extends ScriptStep['do']>(...dos: T[]) =>
  fc.record({ do: fc.constantFrom(...dos), of: fc.nat(5) }) as unknown as fc.Arbitrary<ScriptStep>;
const picks = fc.array(fc.nat(9), { minLength: 1, maxLength: 12 });

const scriptStep: fc.Arbitrary<ScriptStep> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('go on' as const), picks }) },
  { weight: 3, arbitrary: one('create product', 'save webhook') as fc.Arbitrary<ScriptStep> },
  { weight: 5, arbitrary: of('create link') },
  { weight: 3, arbitrary: of('edit product', 'edit link', 'set price') },
  { weight: 3, arbitrary: of('delete link', 'replace link') },
  { weight: 3, arbitrary: of('discard', 'send again', 'it went through') },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('next request' as const), meets: fc.constantFrom(...FAULTS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('service' as const), up: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('work offline' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disk' as const), fails: fc.boolean() }) },
  { weight: 3, arbitrary: one('token expires', 'sign out', 'sign in', 'wake', 'restart') as fc.Arbitrary<ScriptStep> },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), luck: fc.nat(63) }) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        do: fc.constantFrom('clock jumps' as const, 'time passes' as const),
        ms: fc.constantFrom(500, 2_500, 60_000, 3_600_000, 86_400_000),
        back: fc.boolean(),
      })
      .map(({ do: name, ms, back }) => ({ do: name, ms: name === 'clock jumps' && back ? -ms : ms })),
  },
);

export const scripts = (): fc.Arbitrary<ScriptStep[]> =>
  fc.array(scriptStep, { minLength: 1, maxLength: 60, size: 'max' });

/** Something that the seller asked for. `asked`: no answer came before the app ended. */
export interface Asked {
  readonly label: string;
  readonly kind: 'product' | 'link' | 'price' | 'webhook' | 'delete' | 'edit';
  /** What is changed: the label of a product or a link. */
  readonly of: string;
  status: 'asked' | 'accepted' | 'withdrawn' | 'refused';
}

/** What the seller did, and was told. */
export class Diary {
  readonly asked: Asked[] = [];
  /** Ids of the actions in doubt that the seller sent again, once for each time. */
  readonly sentAgain: string[] = [];
  readonly foundOut = new Set<string>();
  /** What should never happen, in words. */
  readonly faults: string[] = [];

  get(label: string): Asked | undefined {
    return this.asked.find((entry) => entry.label === label);
  }
}

export const priceOf = (label: string): number => 1_000 + Number(label.slice(1));
export const webhookOf = (label: string): string => `https://receiver.example/${label}`;
/** The label at the start of a title or an order: an edited one goes on after it. */
export const labelIn = (text: string): string => text.split(' ')[0] ?? '';

export class Player {
  readonly diary = new Diary();
  #number = 0;

  constructor(private readonly world: World) {}

  /** A store in which something stands already, so that a script finds something to work on. */
  async begin(): Promise<void> {
    await this.play([
      { do: 'create product' },
      { do: 'create product' },
      { do: 'go on', picks: [0, 0, 0, 0, 0, 0, 0, 0] },
      { do: 'create link', of: 0 },
      { do: 'create link', of: 1 },
      { do: 'go on', picks: [0, 0, 0, 0] },
    ]);
  }

  async play(script: readonly ScriptStep[]): Promise<void> {
    for (const step of script) {
      await this.#step(step);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  #ask(kind: Asked['kind'], of: string, ask: (label: string) => Promise<Result<unknown>>): void {
    this.#number += 1;
    const entry: Asked = { label: `${kind.charAt(0).toUpperCase()}${this.#number}`, kind, of, status: 'asked' };
    this.diary.asked.push(entry);
    ask(entry.label).then(
      (result) => {
        const withdrawn = result.ok && (result.value as { how?: string } | undefined)?.how === 'withdrawn';
        entry.status = !result.ok ? 'refused' : withdrawn ? 'withdrawn' : 'accepted';
      },
      (error: unknown) => {
        entry.status = 'refused';
        this.#expected(error);
      },
    );
  }

  /** A disk that refuses and a change that left meanwhile are told to the seller; anything else is a fault. */
  #expected(error: unknown): void {
    if (error instanceof StorageError || error instanceof OutboxConflict) return;
    this.diary.faults.push(`unexpected: ${error instanceof Error ? error.stack : String(error)}`);
  }

  async #step(step: ScriptStep): Promise<void> {
    const { world } = this;
    const { store } = world;
    const products = () => store.catalogue.products.standing();
    const links = () => store.catalogue.links.standing();
    const nth = <T>(items: readonly T[], index: number): T | undefined => items[index % Math.max(items.length, 1)];
    switch (step.do) {
      case 'create product':
        return this.#ask('product', '', (label) => createProduct(store, productFields(label)));
      case 'create link': {
        const product = nth(products(), step.of);
        if (product) this.#ask('link', '', (label) => createLink(store, product.id, linkDraft(label)));
        return;
      }
      case 'edit product': {
        const product = nth(products(), step.of);
        const of = labelIn(product?.fields.productTitle ?? '');
        if (product) {
          this.#ask('edit', of, (label) => editProduct(store, product.id, productFields(`${of} as ${label}`)));
        }
        return;
      }
      case 'edit link': {
        const link = nth(links(), step.of);
        const of = labelIn(link?.metadata[0]?.value ?? '');
        if (link) this.#ask('edit', of, (label) => editLink(store, link.id, linkDraft(`${of} as ${label}`)));
        return;
      }
      case 'set price': {
        const product = nth(products(), step.of);
        if (!product) return;
        const price = (label: string) => [{ currencyId: 2, priceCents: priceOf(label), discountCents: null }];
        return this.#ask('price', product.id, (label) =>
          store.oneByOne(() => setDefaultPrice(store, product.id, price(label))),
        );
      }
      case 'save webhook':
        return this.#ask('webhook', 'webhook', (label) =>
          store.oneByOne(() => saveWebhook(store, { url: webhookOf(label), isOn: true, key: null })),
        );
      case 'delete link': {
        const link = nth(links(), step.of);
        if (link) this.#ask('delete', link.id, () => store.oneByOne(() => deleteLink(store, link.id)));
        return;
      }
      case 'replace link': {
        const link = nth(links(), step.of);
        if (link) this.#ask('link', '', (label) => store.oneByOne(() => replaceLink(store, link.id, linkDraft(label))));
        return;
      }
      case 'discard':
      case 'send again':
      case 'it went through':
        return this.#hand(step.do, step.of);
      case 'go on':
        for (const pick of step.picks) await world.tick(pick);
        return;
      case 'time passes':
        return world.pass(step.ms);
      case 'restart':
        return world.restart();
      case 'crash':
        return world.crash(step.luck);
      default:
        this.#befall(step);
    }
  }

  #befall(step: Exclude<ScriptStep, { of: number }>): void {
    const { world } = this;
    const { service } = world;
    if (step.do === 'next request') world.service.faults.push(step.meets);
    if (step.do === 'service') world.service.up = step.up;
    if (step.do === 'work offline') world.setWorkOffline(step.on);
    if (step.do === 'disk') world.setDiskFails(step.fails);
    if (step.do === 'token expires') world.service.token = `token-${Number(world.service.token.slice(6)) + 1}`;
    if (step.do === 'sign out') world.signOut();
    if (step.do === 'sign in') world.signIn();
    if (step.do === 'wake') world.outbox.wake();
    if (step.do === 'clock jumps') {
      world.clock += step.ms;
      // A wait longer than any can be means that the clock went back, and is over.
      if (step.ms < 0) service.quiet = null;
    }
  }

  #hand(what: 'discard' | 'send again' | 'it went through', index: number): void {
    const { outbox, service } = this.world;
    const all = outbox.unfinished();
    const needy = all.filter(({ state }) => state === 'needs-review' || state === 'rejected');
    const choice = what === 'discard' ? all : needy;
    const action: Action | undefined = choice[index % Math.max(choice.length, 1)];
    if (!action) return;
    const { id, state } = action;
    const expected = (error: unknown) => this.#expected(error);
    if (what === 'discard') outbox.discard(id).catch(expected);
    else if (what === 'send again') {
      // Should the app end before it answers, it may have been taken or not.
      if (state === 'needs-review') this.diary.sentAgain.push(id);
      outbox.sendAgain(id).catch(expected);
    } else {
      if (action.payload.kind === 'link.delete') {
        const { paymentLink } = this.world.catalogue.links.get(action.subject) ?? {};
        if (service.stands(paymentLink ?? '')) return;
        this.diary.foundOut.add(id);
        outbox.wentThrough(id, { kind: 'accepted', answer: '', note: null }).catch(expected);
        return;
      }
      const made = service.deeds.find((deed) => deed.actionId === id)?.made;
      if (made === null || made === undefined) return;
      this.diary.foundOut.add(id);
      const result =
        action.payload.kind === 'product.create'
          ? ({ kind: 'product', serverId: Number(made), answer: '' } as const)
          : ({ kind: 'link', paymentLink: made, answer: '' } as const);
      outbox.wentThrough(id, result).catch(expected);
    }
  }
}
