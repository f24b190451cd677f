// Who has which catalog: several stores, computers that leave or are revoked, and what the server can read. Whole apps without a window.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createProduct } from '../../src/main/products/products.ts';
import type { OpenStore } from '../../src/main/stores/open-store.ts';
import { storeKey } from '../../src/main/team/shared-records.ts';
import type { Team } from '../../src/main/team/team.ts';
import { storeFacts } from '../../src/main/webhook/shared-facts.ts';
import { WEBHOOK_KEY_LENGTH } from '../../src/shared/webhook.ts';
import { recordKeys } from '../../src/team-protocol/seal.ts';
import { activeProducts, allLinks, allProducts } from '../support/catalog-rows.ts';
import { Computer, draft, unwrap } from '../support/computer.ts';
import { RecordingService, SELLER } from '../support/recording-service.ts';
import { type RunningTeam, startTeam } from '../support/running-team.ts';
import { saleOf } from '../support/sale.ts';
import { describeWithNats, inviteOf } from '../support/team-server.ts';
import { until } from '../support/until.ts';

const FIELDS = { buttonTitle: 'Buy', productDescription: 'What it is.' };
const NO_INBOX = { relayPosition: async () => undefined, keepRelayed: async () => true };

interface Member {
  readonly computer: Computer;
  readonly team: Team;
  /** In the order in which it has signed in to them. */
  readonly stores: readonly OpenStore[];
  /** Of its invite. */
  readonly name: string;
  readonly code: string;
}

const create = async (store: OpenStore | undefined, productTitle: string): Promise<string> => {
  if (!store) throw new Error('There is no such store');
  return (await unwrap(createProduct(store, { ...FIELDS, productTitle }))).id;
};

const titles = (store: OpenStore | undefined): string[] =>
  store
    ? activeProducts(store)
        .map(({ fields }) => fields.productTitle)
        .sort()
    : [];

const untilHas = (store: OpenStore | undefined, ...expected: readonly string[]): Promise<void> =>
  until(`a store has ${expected.join()}`, () => titles(store).join() === [...expected].sort().join());

describeWithNats('the catalogs of a team', () => {
  let team: RunningTeam;
  let service: RecordingService;
  let names = 0;
  beforeAll(async () => {
    team = await startTeam();
  });
  afterAll(() => team.remove());
  beforeEach(async () => {
    service = await startService();
  });

  async function startService(): Promise<RecordingService> {
    const started = new RecordingService();
    await started.start();
    onTestFinished(() => started.stop());
    return started;
  }

  async function signIn(computer: Computer, to: RecordingService): Promise<OpenStore> {
    await computer.signIn(to);
    await computer.store.ready;
    return computer.store;
  }

  async function member(...services: readonly RecordingService[]): Promise<Member> {
    const computer = new Computer();
    await computer.start();
    onTestFinished(async () => {
      await computer.app.team.close();
      await computer.remove();
    });
    const stores: OpenStore[] = [];
    for (const each of services) stores.push(await signIn(computer, each));
    await computer.app.team.start(NO_INBOX);
    const name = `Computer ${++names}`;
    const code = await team.invite(name);
    await unwrap(computer.app.team.join(code, async () => true));
    return { computer, team: computer.app.team, stores, name, code };
  }

  it('are separate for each store, also for one that only some of the computers share', async () => {
    const market = await startService();
    const anna = await member(service, market);
    const ben = await member(market, service);
    const cora = await member(service);
    await create(anna.stores[0], 'In the shop');
    await create(anna.stores[1], 'On the market');
    await create(ben.stores[0], 'On the market too');
    await create(cora.stores[0], 'In the shop too');
    const [inShop, onMarket] = [
      ['In the shop', 'In the shop too'],
      ['On the market', 'On the market too'],
    ];
    for (const store of [anna.stores[0], ben.stores[1], cora.stores[0]]) await untilHas(store, ...inShop);
    for (const store of [anna.stores[1], ben.stores[0]]) await untilHas(store, ...onMarket);
    expect(cora.computer.app.frame.value().stores).toHaveLength(1);

    // It shares the store from when it signs in to it.
    await untilHas(await signIn(cora.computer, market), ...onMarket);
    expect(titles(cora.stores[0])).toEqual(inShop);
  });

  it('stay unchanged on a computer that leaves, which sends and receives nothing more', async () => {
    const anna = await member(service);
    const ben = await member(service);
    await create(anna.stores[0], 'Before');
    await untilHas(ben.stores[0], 'Before');
    await unwrap(ben.team.leave());
    expect(ben.team.view()).toMatchObject({ state: 'none', unshared: 0, computers: [] });
    await create(ben.stores[0], 'Of Ben');
    await create(anna.stores[0], 'Of Anna');
    const cora = await member(service);
    await untilHas(cora.stores[0], 'Before', 'Of Anna');
    expect(titles(anna.stores[0])).toEqual(['Before', 'Of Anna']);
    expect(titles(ben.stores[0])).toEqual(['Before', 'Of Ben']);

    await unwrap(ben.team.join(await team.invite(`${ben.name} again`), async () => true));
    for (const { stores } of [anna, ben, cora]) await untilHas(stores[0], 'Before', 'Of Anna', 'Of Ben');
  });

  it('are not exchanged with a revoked computer, which continues alone', async () => {
    const anna = await member(service);
    const ben = await member(service);
    await create(anna.stores[0], 'Before');
    await untilHas(ben.stores[0], 'Before');
    await team.revoke(ben.name);
    await until('Ben is revoked', () => ben.team.view().state === 'revoked');
    await create(ben.stores[0], 'Of Ben');
    await create(anna.stores[0], 'Of Anna');
    await ben.computer.settled();
    expect(service.changes.map(({ raw }) => JSON.parse(raw).product_title)).toContain('Of Ben');
    // It tries once more.
    ben.team.wake();
    const cora = await member(service);
    await untilHas(cora.stores[0], 'Before', 'Of Anna');
    expect(titles(anna.stores[0])).toEqual(['Before', 'Of Anna']);
    expect(titles(ben.stores[0])).toEqual(['Before', 'Of Ben']);
    expect(ben.team.view()).toMatchObject({ state: 'revoked', unshared: 1 });
  });

  it('show a change that is in doubt on another computer, until it is decided there', async () => {
    const [anna, ben] = [await member(service), await member(service)];
    const [store] = ben.stores;
    const product = await create(anna.stores[0], 'Logo design');
    const link = await anna.computer.link(product, '1');
    await until('Ben has the link', () => store?.catalog.links.get(link)?.paymentLink != null);
    const decide = async (act: 'sync.sendAgain' | 'sync.discard', subject: string) => {
      const [change] = anna.computer.store.outbox.of(subject);
      if (!change) throw new Error('Nothing is in doubt');
      if (act === 'sync.discard') await unwrap(anna.computer.call[act]({ id: change.id, withDependents: false }));
      else await unwrap(anna.computer.call[act]({ id: change.id }));
    };

    service.intercept = ({ method }) => (method === 'DELETE' ? { status: 404, body: '{}' } : { status: 502 });
    await unwrap(anna.computer.call['links.delete']({ id: link }));
    const created = await create(anna.stores[0], 'Brand book');
    const doubtsAbout = (id: string) => ben.computer.app.team.computers.inDoubtAbout(id);
    const creation = () => store?.catalog.products.get(created)?.createdOn;
    await until('Ben sees both doubts', () => [link, created].every((id) => doubtsAbout(id).length === 1));
    // A link for that product waits for it here.
    const waiting = await ben.computer.link(created, '2');
    service.intercept = () => undefined;
    await decide('sync.discard', link);
    await decide('sync.sendAgain', created);
    await until('both are over', () => doubtsAbout(link).length === 0 && creation() === undefined);
    await until('the link is created', () => store?.catalog.links.get(waiting)?.paymentLink != null);
    expect(service.changes.filter(({ raw }) => raw.includes('Brand book'))).toHaveLength(2);
  });

  it('come with currencies and templates, merged where each computer has changed them', async () => {
    const anna = await member(service);
    const { computer } = anna;
    const currenciesOf = ({ computer: { app } }: Member) =>
      app.settings.value.currencies.map(({ name }) => name).sort();
    const change = async (
      { computer: { app, call } }: Member,
      edit: (names: { id: number; name: string }[]) => object[],
    ) => {
      const { value: settings } = app.settings;
      const currencies = edit([...settings.currencies]) as typeof settings.currencies;
      await unwrap(call['settings.update']({ ...settings, currencies }));
    };
    await change(anna, (all) => [...all, { id: 901, name: 'Gold' }]);
    await unwrap(
      computer.call['templates.save']({ id: null, name: 'Greeting', fields: [{ name: 'customer', value: 'Ada' }] }),
    );
    const ben = await member(service);
    await until('Ben has both', () => currenciesOf(ben).includes('Gold') && ben.computer.app.templates.all.length > 0);
    await team.stopNats();
    await change(anna, (all) => [...all.filter(({ id }) => id !== 901), { id: 902, name: 'Silver' }]);
    await change(ben, (all) => [...all, { id: 903, name: 'Copper' }]);
    await team.startNats();
    const merged = (member: Member) =>
      currenciesOf(member)
        .filter((name) => /Gold|Silver|Copper/.test(name))
        .join();
    await until('both have the same', () => [anna, ben].every((one) => merged(one) === 'Copper,Silver'));
  });

  it('agree on a link that two computers delete, whether one is faster or both are sending', async () => {
    const [anna, ben] = [await member(service), await member(service)];
    const product = await create(anna.stores[0], 'Logo design');
    const links = [await anna.computer.link(product, '1'), await anna.computer.link(product, '2')];
    await until('Ben has both links', () =>
      links.every((id) => ben.stores[0]?.catalog.links.get(id)?.paymentLink != null),
    );
    const remove = ({ computer }: Member, id = '') => unwrap(computer.call['links.delete']({ id }));
    const deletions = () => service.changes.filter(({ method }) => method === 'DELETE');
    const areEqual = () =>
      new Set([anna, ben].map(({ stores: [store] }) => store && JSON.stringify(linksOf(store)))).size === 1;
    const ended = (id = '') =>
      until(
        'the link is deleted on both, and nothing is left to do or to decide',
        () =>
          [anna, ben].every(
            ({ stores: [store] }) =>
              store?.catalog.links.get(id)?.deletedAt != null &&
              store.catalog.sharing.count === 0 &&
              store.outbox.all().length === 0,
          ) && areEqual(),
      );

    // Anna is faster: Ben's deletion is no longer sent.
    await ben.computer.workOffline(true);
    await remove(ben, links[0]);
    await remove(anna, links[0]);
    await ended(links[0]);
    await ben.computer.workOffline(false);
    expect(deletions()).toHaveLength(1);

    // Both are sending: the service has it for the first one only.
    service.intercept = async ({ method }) => {
      if (method !== 'DELETE') return undefined;
      const isFirst = deletions().length === 2;
      await until('both are sending', () => deletions().length === 3);
      return isFirst ? { status: 204 } : { status: 404, body: '{"message":"Not found"}' };
    };
    await Promise.all([remove(anna, links[1]), remove(ben, links[1])]);
    await ended(links[1]);
    expect(deletions()).toHaveLength(3);
  });

  it('are sealed on the server: its files show no name, price, metadata, note, key or address', async () => {
    const [anna, ben] = [await member(service), await member(service)];
    const { computer } = anna;
    const [store] = anna.stores;
    const planted = {
      title: 'Canary teapot',
      cents: '98402713',
      metadata: 'canary-order-9',
      productNote: 'canary note of a product',
      linkNote: 'canary note of a link',
      key: 'canary-key-'.padEnd(WEBHOOK_KEY_LENGTH, '-'),
      url: 'https://canary.example/hook',
      currency: 'Canary crowns',
      template: 'Canary template',
      sale: 'Canary event',
      address: 'https://checkout.example/s/mara/',
      delivery: 'canary of a delivery',
    };
    expect(await team.post({ text: planted.delivery }, planted.key)).toBe(200);
    const product = await create(store, planted.title);
    await unwrap(computer.call['products.setPrivate']({ id: product, values: { note: planted.productNote } }));
    const terms = draft(planted.metadata, Number(planted.cents));
    const link = (await unwrap(computer.call['links.create']({ productId: product, draft: terms }))).id;
    await unwrap(computer.call['links.setNote']({ id: link, note: planted.linkNote }));
    await unwrap(computer.call['webhook.save']({ url: planted.url, isOn: true, key: planted.key }));
    const { value: settings } = computer.app.settings;
    const currencies = [...settings.currencies, { id: 5, name: planted.currency }];
    await unwrap(computer.call['settings.update']({ ...settings, currencies }));
    const fields = [{ name: 'customer', value: 'Ada' }];
    await unwrap(computer.call['templates.save']({ id: null, name: planted.template, fields }));
    store?.catalog.transaction(() => store.catalog.sales.take(saleOf({ id: planted.sale, linkId: link })));
    anna.team.changed();

    const known = ({ computer: { app }, stores: [opened] }: Member): string =>
      opened
        ? JSON.stringify([
            allProducts(opened),
            linksOf(opened),
            [...opened.catalog.sales.all()],
            storeFacts(opened).webhook,
            app.settings.value.currencies,
            app.templates.all,
          ])
        : '';
    const { delivery: _, ...shared } = planted;
    await until('Ben has all of it', () => Object.values(shared).every((text) => known(ben).includes(text)));

    await team.stopNats();
    onTestFinished(() => team.startNats());
    const files = readdirSync(team.dataFolder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const bytes = Buffer.concat(files.map((file) => readFileSync(join(file.parentPath, file.name))));
    const invite = inviteOf(anna.code);
    const keys = recordKeys(Buffer.from(invite.dataKey, 'base64url'), invite.team);
    // What is searched is where the records are.
    expect(bytes.includes(storeKey(keys, service.url, SELLER.email))).toBe(true);
    const secrets = [invite.dataKey, invite.deliveryKey, invite.seed, team.token];
    const texts = [...Object.values(planted), SELLER.email, '984027.13', ...secrets];
    const encoded = texts.flatMap((text) => [text, Buffer.from(text).toString('base64').slice(0, -4)]);
    expect(encoded.filter((text) => bytes.includes(text))).toEqual([]);
  });
});

const linksOf = (store: OpenStore) => allLinks(store).map(({ createdOn: _, ...link }) => link);
