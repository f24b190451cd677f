// "Copy when ready", and the templates for customised links: real files, and real sockets if something is sent.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { askToCopy, copyIfAsked } from '../../src/main/links/copy-when-ready.ts';
import { createLink, deleteLink, getLink } from '../../src/main/links/links.ts';
import type { Clipboard } from '../../src/main/platform.ts';
import { CheckoutTemplates } from '../../src/main/share/checkout-templates.ts';
import type { SetAside } from '../../src/main/storage/set-aside.ts';
import { markAsSent } from '../../src/main/sync/mark-as-sent.ts';
import type { EventPayload } from '../../src/shared/contract.ts';
import { startSeller, startService } from '../support/outbox-fixtures.ts';
import { linkDraft, type Seller } from '../support/outbox-seller.ts';
import { until } from '../support/until.ts';

class Desktop implements Clipboard {
  text = '';
  now = 0;
  inFront = true;
  refuses = false;
  readonly ready: EventPayload<'linkReady'>[] = [];
  async copy(text: string): Promise<void> {
    if (this.refuses) throw new Error('The clipboard is held by another program');
    this.text = text;
    this.now += 1;
  }
  noteExternalCopy(): void {
    this.now += 1;
  }
  generation = () => this.now;
  isFocused = () => this.inFront;
}

/** A seller with one unsent link, requested with "Copy when ready", on an idle desktop. */
async function asked(alsoBefore?: (desktop: Desktop) => unknown) {
  const desktop = new Desktop();
  const service = await startService();
  const seller: Seller = await startSeller(service, {
    token: null,
    onSettled: (action) =>
      void copyIfAsked(seller.store, action, desktop, (event, payload) => {
        if (event === 'linkReady') desktop.ready.push(payload as EventPayload<'linkReady'>);
      }),
  });
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  const made = await createLink(seller.store, product, linkDraft('1'));
  if (!made.ok) throw new Error(made.problem.message);
  const { id } = made.value;
  expect(askToCopy(seller.store, id, true, desktop)).toEqual({ ok: true, value: undefined });
  expect(getLink(seller.store, id)?.copiesWhenReady).toBe(true);
  alsoBefore?.(desktop);
  const send = async () => seller.store.signIn(service.record.issue('seller'), null);
  const arrived = () => until('it has come', () => desktop.ready.length === 1);
  return { desktop, service, seller, id, send, arrived, address: () => service.record.addresses.at(-1) ?? '' };
}

test('copies the address when it arrives, and says so, once', async () => {
  const { desktop, seller, id, send, arrived, address } = await asked();
  await send();
  await arrived();
  expect(desktop.text).toBe(address());
  const productTitle = expect.stringMatching(/^Product/);
  const facts = expect.stringMatching(/order.*1$/);
  expect(desktop.ready).toEqual([{ productTitle, facts, url: address(), copied: true }]);
  expect(getLink(seller.store, id)?.copiesWhenReady).toBe(false);
  expect(askToCopy(seller.store, id, true, desktop)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
});

test.each<[string, (desktop: Desktop) => unknown]>([
  ['something else was copied in the app', (desktop) => void desktop.copy('other')],
  ['the page copied something, or the seller was at another window', (desktop) => desktop.noteExternalCopy()],
  ['another window is in front', (desktop) => Object.assign(desktop, { inFront: false })],
  ['the clipboard refuses', (desktop) => Object.assign(desktop, { refuses: true })],
])('offers the address instead of copying it if %s', async (_why, before) => {
  const { desktop, send, arrived, address } = await asked(before);
  const { text } = desktop;
  await send();
  await arrived();
  expect(desktop.text).toBe(text);
  expect(desktop.ready[0]).toMatchObject({ url: address(), copied: false });
});

test('copies nothing after a cancel, or if the link was cancelled', async () => {
  const first = await asked();
  askToCopy(first.seller.store, first.id, false, first.desktop);
  await first.send();
  await until('it is sent', () => first.seller.outbox.unfinished().length === 0 && first.seller.allKept());
  const second = await asked();
  await deleteLink(second.seller.store, second.id);
  await second.send();
  await until('it is settled', () => second.seller.store.catalog.history.size === 1);
  expect([...first.desktop.ready, ...second.desktop.ready]).toEqual([]);
});

test('also copies an address that the seller finds after a doubt', async () => {
  const { desktop, service, seller, id, send, arrived, address } = await asked();
  service.plan('link.create', { kind: 'reset', when: 'after-acting' });
  await send();
  await until('it is in doubt', () => seller.states()[0] === 'needs-review');
  expect(getLink(seller.store, id)?.copiesWhenReady).toBe(true);
  await markAsSent(seller.store, seller.actionOn(id).id, address());
  await arrived();
  expect(desktop.text).toBe(address());
});

function folderOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'templates-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const FIELDS = [
  { name: 'name', value: null },
  { name: 'utm_source', value: 'whatsapp' },
];

test('templates are kept by name over a restart, and names are unique', async () => {
  const folder = folderOf();
  let ids = 0;
  const open = () =>
    new CheckoutTemplates(
      folder,
      () => undefined,
      () => `t${++ids}`,
    );
  const templates = open();
  await templates.save(null, 'WhatsApp with name', FIELDS);
  await templates.save(null, 'E-mail', FIELDS.slice(1));
  const taken = { ok: false, problem: { code: 'invalid', fields: { name: expect.any(String) } } };
  expect(await templates.save(null, ' whatsapp WITH name', FIELDS)).toMatchObject(taken);
  expect(await templates.rename('t2', 'WhatsApp with name')).toMatchObject(taken);
  expect(open().list()).toEqual([
    { id: 't2', name: 'E-mail', fields: FIELDS.slice(1) },
    { id: 't1', name: 'WhatsApp with name', fields: FIELDS },
  ]);
  const later = open();
  await later.rename('t1', 'WhatsApp');
  await later.save('t2', 'E-mail', FIELDS);
  await later.delete('t1');
  expect(await later.rename('t1', 'Gone')).toMatchObject({ ok: false, problem: { code: 'not-found' } });
  expect(open().list()).toEqual([{ id: 't2', name: 'E-mail', fields: FIELDS }]);
});

test('a damaged template file is set aside and reported, and never overwritten', async () => {
  const folder = folderOf();
  writeFileSync(join(folder, 'checkout-templates.json'), '{"version":1,"value":[{"id":7}]}');
  const aside: SetAside[] = [];
  const templates = new CheckoutTemplates(
    folder,
    (event) => aside.push(event),
    () => 't1',
  );
  expect(templates.list()).toEqual([]);
  await templates.save(null, 'New', FIELDS);
  expect(aside).toHaveLength(1);
  const kept = readdirSync(folder).find((file) => file.includes('.damaged-'));
  expect(readFileSync(join(folder, kept ?? ''), 'utf8')).toContain('"id":7');
});
