// Whole apps without a window in a team: catalogs, deliveries, leaving and revoking, and what the server can read.
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createProduct } from '../../src/main/products/products.ts';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import type { OpenStore } from '../../src/main/stores/open-store.ts';
import { storeKey } from '../../src/main/team/shared-records.ts';
import type { Team } from '../../src/main/team/team.ts';
import { sharedFact } from '../../src/main/webhook/shared-facts.ts';
import type { Decision } from '../../src/shared/change.ts';
import type { TeamState } from '../../src/shared/team.ts';
import { texts } from '../../src/shared/texts/main.ts';
import { WEBHOOK_KEY_LENGTH } from '../../src/shared/webhook.ts';
import { encodeInvite, INVITE_MS } from '../../src/team-protocol/invite.ts';
import { recordKeys } from '../../src/team-protocol/seal.ts';
import { loadTeam } from '../../tools/team-server/team.ts';
import { activeProducts, allLinks, allProducts, newProduct } from '../support/catalog-rows.ts';
import { Computer, draft, fakeKeyStore, unavailableKeyStore, unwrap } from '../support/computer.ts';
import { RecordingService, SELLER } from '../support/recording-service.ts';
import type { RunningTeam } from '../support/running-team.ts';
import { saleOf } from '../support/sale.ts';
import { describeWithNats, inviteOf, sharedTeam, teamForTest } from '../support/team-server.ts';
import { until } from '../support/until.ts';

const FIELDS = { buttonTitle: 'Buy', productDescription: 'What it is.' };
const KEY = 'team-k3y'.repeat(8);

interface Member {
  readonly computer: Computer;
  readonly team: Team;
  /** The stores in the order of its sign-ins. */
  readonly stores: readonly OpenStore[];
  /** The name in its invite. */
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

async function startService(): Promise<RecordingService> {
  const service = new RecordingService();
  await service.start();
  onTestFinished(() => service.stop());
  return service;
}

/** A computer that is in no team yet. */
async function startComputer(keyStore = fakeKeyStore): Promise<Computer> {
  const computer = new Computer();
  computer.keyStore = keyStore;
  onTestFinished(() => computer.remove());
  await computer.start();
  return computer;
}

describeWithNats('the catalogs of a team', () => {
  const team = sharedTeam();
  let service: RecordingService;
  let names = 0;
  beforeEach(async () => {
    service = await startService();
  });

  async function signIn(computer: Computer, to: RecordingService): Promise<OpenStore> {
    await computer.signIn(to);
    await computer.store.ready;
    return computer.store;
  }

  async function member(...services: readonly RecordingService[]): Promise<Member> {
    const computer = await startComputer();
    const stores: OpenStore[] = [];
    for (const each of services) stores.push(await signIn(computer, each));
    const name = `Computer ${++names}`;
    const code = await team.invite(name);
    await unwrap(computer.app.team.join(code, computer.platform.confirm));
    return { computer, team: computer.app.team, stores, name, code };
  }

  it('are separate for each store, even for one that only some of the computers share', async () => {
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
    expect(cora.computer.app.frame().stores).toHaveLength(1);

    // Cora's computer shares the store once it has signed in to it.
    await untilHas(await signIn(cora.computer, market), ...onMarket);
    expect(titles(cora.stores[0])).toEqual(inShop);
  });

  it.each(['leaves', 'is revoked'])('are not exchanged with a computer that %s, which continues alone', async (how) => {
    const anna = await member(service);
    const ben = await member(service);
    await create(anna.stores[0], 'Before');
    await untilHas(ben.stores[0], 'Before');
    if (how === 'leaves') {
      await unwrap(ben.team.leave());
      expect(ben.team.view()).toMatchObject({ state: 'none', unshared: 0, relayUrl: null, computers: [] });
      const isListed = () => anna.team.view().computers.some(({ name }) => name === ben.name);
      await until('it is no longer listed', () => !isListed());
    } else {
      await team.revoke(ben.name);
      await until('Ben is revoked', () => ben.team.view().state === 'revoked');
      // Ben's computer tries once more.
      ben.team.wake();
    }
    await create(ben.stores[0], 'Of Ben');
    await create(anna.stores[0], 'Of Anna');
    await ben.computer.settled();
    expect(service.changes.map(({ raw }) => JSON.parse(raw).product_title)).toContain('Of Ben');
    const cora = await member(service);
    await untilHas(cora.stores[0], 'Before', 'Of Anna');
    expect(titles(anna.stores[0])).toEqual(['Before', 'Of Anna']);
    expect(titles(ben.stores[0])).toEqual(['Before', 'Of Ben']);
    if (how !== 'leaves') return expect(ben.team.view()).toMatchObject({ state: 'revoked', unshared: 1 });
    await unwrap(ben.team.join(await team.invite(`${ben.name} again`), ben.computer.platform.confirm));
    for (const { stores } of [anna, ben, cora]) await untilHas(stores[0], 'Before', 'Of Anna', 'Of Ben');
  });

  it('show a change that is in doubt on another computer, until it is decided there', async () => {
    const [anna, ben] = [await member(service), await member(service)];
    const [store] = ben.stores;
    const product = await create(anna.stores[0], 'Logo design');
    const link = await anna.computer.link(product, '1');
    await until('Ben has the link', () => store?.catalog.links.get(link)?.paymentLink != null);
    const decide = (decision: Decision, subject: string) => {
      const [change] = anna.computer.store.queue.of(subject);
      return anna.computer.store.outbox.decideNow(decision, change?.id ?? '');
    };

    service.intercept = ({ method }) => (method === 'DELETE' ? { status: 404, body: '{}' } : { status: 502 });
    await unwrap(anna.computer.call['links.delete']({ ids: [link] }));
    const created = await create(anna.stores[0], 'Brand book');
    const doubtsAbout = (id: string) => ben.computer.app.team.membership.inDoubtAbout(id);
    const creation = () => store?.catalog.products.get(created)?.createdOn;
    await until('Ben sees both doubts', () => [link, created].every((id) => doubtsAbout(id).length === 1));
    service.intercept = () => undefined;
    await decide('discard', link);
    await decide('sendAgain', created);
    await until('both are over', () => doubtsAbout(link).length === 0 && creation() === undefined);
    expect(service.changes.filter(({ raw }) => raw.includes('Brand book'))).toHaveLength(2);
  });

  it('include the currencies, merged if more than one computer has changed them', async () => {
    const [anna, ben] = [await member(service), await member(service)];
    const listOf = ({ computer }: Member) => computer.store.deps.settings().currencies;
    const metalsOf = (member: Member) =>
      listOf(member)
        .map(({ name }) => name)
        .filter((name) => /Gold|Silver|Copper/.test(name))
        .sort()
        .join();
    await anna.computer.setCurrency({ id: 901, name: 'Gold' });
    await until('Ben has it', () => metalsOf(ben) === 'Gold');
    await team.stopNats();
    await anna.computer.setCurrency({ id: 902, name: 'Silver' });
    await anna.computer.setCurrency({ id: 901, name: 'Gold' }, false);
    await ben.computer.setCurrency({ id: 903, name: 'Copper' });
    await team.startNats();
    await until('both have the same', () => [anna, ben].every((one) => metalsOf(one) === 'Copper,Silver'));
  });

  it('agree on a link that two computers delete, whether one is faster or both are sending', async () => {
    const [anna, ben] = [await member(service), await member(service)];
    const product = await create(anna.stores[0], 'Logo design');
    const links = [await anna.computer.link(product, '1'), await anna.computer.link(product, '2')];
    await until('Ben has both links', () =>
      links.every((id) => ben.stores[0]?.catalog.links.get(id)?.paymentLink != null),
    );
    const remove = ({ computer }: Member, id = '') => unwrap(computer.call['links.delete']({ ids: [id] }));
    const deletions = () => service.changes.filter(({ method }) => method === 'DELETE');
    const areEqual = () => isDeepStrictEqual(anna.stores.map(linksOf), ben.stores.map(linksOf));
    const ended = (id = '') =>
      until(
        'the link is deleted on both, and nothing is left to do or to decide',
        () =>
          [anna, ben].every(
            ({ stores: [store] }) =>
              store?.catalog.links.get(id)?.deletedAt != null &&
              store.catalog.sharing.count === 0 &&
              store.queue.all().length === 0,
          ) && areEqual(),
      );

    // Anna is faster, so Ben's deletion is not sent.
    await ben.computer.workOffline(true);
    await remove(ben, links[0]);
    await remove(anna, links[0]);
    await ended(links[0]);
    await ben.computer.workOffline(false);
    expect(deletions()).toHaveLength(1);

    // Both deletions are sent, but the service has the link for the first one only.
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

  it('are shared again on demand, even records that a computer believes are shared', async () => {
    const [anna, ben] = [await member(service), await member(service)];
    const { catalog } = anna.computer.store;
    await until('Anna shares', () => Boolean(catalog.sharing.position?.value));
    const product = newProduct(catalog, 'Logo design', { serverId: 118 });
    catalog.transaction(() => {
      catalog.products.put(product);
      catalog.sharing.set('product', product.id, 1, false);
    });
    await create(anna.stores[0], 'Brand book');
    await untilHas(ben.stores[0], 'Brand book');
    await unwrap(anna.computer.call['team.shareAgain'](undefined));
    await untilHas(ben.stores[0], 'Brand book', 'Logo design');
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
    await computer.setCurrency({ id: 5, name: planted.currency });
    const fields = [{ name: 'customer', value: 'Ada' }];
    await unwrap(computer.call['templates.save']({ id: null, name: planted.template, fields, message: null }));
    store?.catalog.transaction(() => store.catalog.sales.merge(saleOf({ id: planted.sale, linkId: link })));
    anna.team.changed();

    const known = ({ stores: [opened] }: Member): string =>
      opened
        ? JSON.stringify([
            allProducts(opened),
            linksOf(opened),
            [...opened.catalog.sales.batches()],
            sharedFact(opened, 'webhook'),
            sharedFact(opened, 'store'),
            opened.catalog.currencies.list(),
            opened.catalog.templates.list(),
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
    // Proves that the searched bytes contain the records.
    expect(bytes.includes(storeKey(keys, service.url, SELLER.email))).toBe(true);
    const secrets = [invite.dataKey, invite.deliveryKey, invite.seed, team.token];
    const texts = [...Object.values(planted), SELLER.email, '984027.13', ...secrets];
    const encoded = texts.flatMap((text) => [text, Buffer.from(text).toString('base64').slice(0, -4)]);
    expect(encoded.filter((text) => bytes.includes(text))).toEqual([]);
  });
});

describeWithNats('the deliveries of a team', () => {
  /** A computer whose webhook key verifies deliveries, on its own team server. */
  async function receiver(): Promise<{ readonly computer: Computer; readonly team: RunningTeam }> {
    const [team, service] = [await teamForTest(), await startService()];
    const computer = await startComputer();
    await computer.signIn(service);
    await unwrap(computer.call['webhook.save']({ url: team.server.relayUrl, isOn: true, key: KEY }));
    await unwrap(computer.app.team.join(await team.invite('Anna'), computer.platform.confirm));
    return { computer, team };
  }

  const deliveriesOf = async (computer: Computer) =>
    (await unwrap(computer.call['inbox.list']({ offset: 0, limit: 100 }))).rows;

  /** Waits until the inbox has these deliveries, newest first. */
  async function has(computer: Computer, ...indexes: readonly number[]): Promise<void> {
    await expect.poll(async () => (await deliveriesOf(computer)).length).toBe(indexes.length);
    const { deliveries } = computer.store.catalog;
    const bodies = (await deliveriesOf(computer)).map(({ id }) => JSON.parse(deliveries.get(id)?.body ?? ''));
    expect(bodies.map(({ index }) => index)).toEqual(indexes);
  }

  async function restarted(computer: Computer): Promise<void> {
    await computer.start();
    await computer.store.ready;
  }

  it('arrive once each, even after a pause, from a restored server and from a new one', async () => {
    const { computer, team } = await receiver();
    const post = async (...indexes: readonly number[]) => {
      for (const index of indexes) expect(await team.post({ index }, KEY)).toBe(200);
    };
    const missed = () => computer.app.frame().notices.filter(({ title }) => title === texts.team.missed.title);
    await post(1);
    await has(computer, 1);
    expect(await deliveriesOf(computer)).toMatchObject([{ verification: 'verified', path: '/hooks', answered: 200 }]);
    await team.restart(() => cpSync(team.dataFolder, `${team.dataFolder}.backup`, { recursive: true }));
    await post(2);
    await has(computer, 2, 1);
    await computer.stop();
    await post(3);
    await restarted(computer);
    await has(computer, 3, 2, 1);
    expect(missed()).toEqual([]);

    await computer.stop();
    await team.restart(() => {
      rmSync(team.dataFolder, { recursive: true });
      cpSync(`${team.dataFolder}.backup`, team.dataFolder, { recursive: true });
    });
    // More than were lost, so that the sequence numbers go beyond what this computer has read.
    await post(4, 5, 6);
    await restarted(computer);
    await has(computer, 6, 5, 4, 3, 2, 1);
    expect(missed()).toHaveLength(1);

    await computer.stop();
    await team.restart(() => rmSync(team.dataFolder, { recursive: true }));
    await post(7, 8);
    await restarted(computer);
    await has(computer, 8, 7, 6, 5, 4, 3, 2, 1);
  });

  it('wait while the server is away, and while the disk of the computer refuses', async () => {
    const { computer, team } = await receiver();
    const reached = (state: TeamState) => until(state, () => computer.app.team.view().state === state);
    await reached('connected');
    await team.stopNats('SIGKILL');
    await reached('offline');
    await team.startNats();
    await reached('connected');
    const refusing = vi.spyOn(computer.app.inbox, 'keepRelayed');
    refusing.mockRejectedValue(new StorageError('The deliveries', new Error('full')));
    await until('it is taken', async () => (await team.post({ index: 1 }, KEY)) === 200);
    await reached('offline');
    refusing.mockRestore();
    await has(computer, 1);
  });
});

describeWithNats('an invite', () => {
  const team = sharedTeam();

  it('is refused before any question if it is invalid, a day old, or for a second team', async () => {
    const computer = await startComputer();
    const code = await team.invite('Anna');
    const old = encodeInvite({ ...inviteOf(code), at: Date.now() - INVITE_MS });
    const confirm = vi.fn(computer.platform.confirm);
    for (const wrong of ['hello', code.slice(0, -9), old]) {
      const refused = { ok: false, problem: { fields: { invite: expect.any(String) } } };
      expect(computer.app.team.preview(wrong)).toMatchObject(refused);
      expect(await computer.app.team.join(wrong, confirm)).toMatchObject(refused);
    }
    expect(confirm).not.toHaveBeenCalled();
    await unwrap(computer.app.team.join(code, confirm));
    expect(confirm).toHaveBeenCalledOnce();
    const again = await computer.app.team.join(await team.invite('Ben'), confirm);
    expect(again).toMatchObject({ ok: false, problem: { code: 'conflict' } });
  });

  it('is needed again after a restart without a key store, and stays valid then', async () => {
    const computer = await startComputer(unavailableKeyStore);
    const code = await team.invite('Cora');
    await unwrap(computer.app.team.join(code, computer.platform.confirm));
    await computer.stop();
    computer.now = () => Date.now() + INVITE_MS;
    await computer.start();
    const { team: own } = computer.app;
    expect(own.view()).toMatchObject({ state: 'forgotten', computer: 'Cora', relayUrl: null });
    await unwrap(own.join(code, computer.platform.confirm));
    const { publicKey } = loadTeam(team.folder).computers.find(({ name }) => name === 'Cora') ?? {};
    await until('the team server has seen it', async () => (await team.lastSeen())?.has(publicKey ?? '') === true);
  });
});

const linksOf = (store: OpenStore) => allLinks(store).map(({ createdOn: _, ...link }) => link);
