// Page code alone can send nothing away: a dialog of the system asks before anything reaches outside.

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { createUser } from '@nats-io/nkeys';
import { expect, it, onTestFinished } from 'vitest';
import { type Channel, contract } from '../../src/shared/contract.ts';
import { encodeInvite } from '../../src/team-protocol/invite.ts';
import { type Computer, unwrap } from '../support/computer.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { SELLER } from '../support/recording-service.ts';

const KEY = '0123456789abcdef'.repeat(4);
const QUERY = { search: '', productId: null, state: null, from: null, to: null, sort: 'newest' };

/** Records connections; there must be none. */
async function listener() {
  const contacts: unknown[] = [];
  const server = createServer((socket) => {
    contacts.push(socket);
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { contacts, port: (server.address() as AddressInfo).port };
}

/** An invite to a server that only its author knows: an invite is not signed. */
const inviteTo = (port: number) =>
  encodeInvite({
    at: Date.now(),
    team: 'abcdefgh',
    computer: 'Laptop',
    servers: [`tls://127.0.0.1:${port}`],
    ca: null,
    seed: new TextDecoder().decode(createUser().getSeed()),
    dataKey: Buffer.alloc(32).toString('base64url'),
    deliveryKey: Buffer.alloc(32).toString('base64url'),
    relayKey: Buffer.alloc(32).toString('base64url'),
    relayUrl: `http://127.0.0.1:${port}/hooks/x`,
  });

const acts = ({ opened, copied, answers }: Computer) => ({ opened: [...opened], copied: [...copied], answers });

it('every channel that asks does nothing when the seller says no', async () => {
  const { service, computer } = await startSignedIn();
  const { contacts, port } = await listener();
  const store = computer.store.deps.record();
  const fields = { storeId: store.id, name: store.name, sellerSlug: 'mara', undocumentedProductUpdate: false };
  const productId = await computer.product('Coaching hour');
  await computer.settled();
  const paymentLink = 'https://elsewhere.example/mara/118?uuid=1';
  const draft = { prices: [{ currencyId: 2, priceCents: 100, discountCents: null }], useOnce: false, metadata: [] };
  await unwrap(computer.call['links.addExisting']({ productId, paymentLink, ...draft } as never));
  await unwrap(
    computer.call['stores.update']({ ...fields, sellerSlug: '', checkoutUrl: '', pageUrl: 'https://page.example' }),
  );
  await unwrap(computer.call['webhook.save']({ url: 'https://hooks.example/', isOn: true, key: KEY }));
  await computer.settled();

  const inputs: Partial<Record<Channel, unknown>> = {
    'session.signIn': { serviceAddress: `https://[::ffff:7f00:1]:${port}`, ...SELLER },
    'stores.update': { ...fields, checkoutUrl: 'https://thief.example', pageUrl: '' },
    'stores.openPage': undefined,
    'browser.open': { url: paymentLink },
    'links.exportCsv': { ...QUERY, ids: null },
    'qr.save': { url: paymentLink, title: 'A', as: 'png' },
    'imports.saveErrors': { importId: 'x' },
    'imports.saveResult': { id: 'x' },
    'sales.exportCsv': { ...QUERY, status: null },
    'webhook.save': { url: 'https://thief.example/', isOn: true, key: null },
    'webhook.revealKey': undefined,
    'webhook.copySavedKey': undefined,
    'backup.export': { passphrase: null },
    'backup.choose': { rolling: null },
    'team.join': { invite: inviteTo(port) },
  };
  computer.agrees = false;
  const previous = acts(computer);
  const requests = service.requests.length;
  for (const [name, given] of Object.entries(inputs)) {
    const channel = name as Channel;
    const input = contract[channel].input.safeParse(given);
    const handler = computer.call[channel as keyof typeof computer.call] as (given: unknown) => Promise<unknown>;
    const answer = await handler(input.success ? input.data : given);
    // Without the seller's agreement: refused, or nothing chosen in the dialog for files.
    expect([channel, answer]).toEqual([
      channel,
      expect.toSatisfy(
        (result: { ok: boolean; value?: unknown }) => !result.ok || result.value === null || result.value === undefined,
      ),
    ]);
  }
  expect(acts(computer)).toEqual(previous);
  expect(service.requests).toHaveLength(requests);
  expect(contacts).toEqual([]);
  expect(computer.app.team.view().state).toBe('none');
});

it('asks before it contacts the servers of an invite, and names them', async () => {
  const { computer } = await startSignedIn();
  const { contacts, port } = await listener();
  const invite = inviteTo(port);
  await computer.app.team.start();
  onTestFinished(() => computer.app.team.close());
  await unwrap(computer.call['team.preview']({ invite }));
  expect(computer.asked).toEqual([]);
  await unwrap(computer.call['team.join']({ invite }));
  expect(computer.asked).toHaveLength(1);
  expect(computer.asked[0]).toContain(`127.0.0.1:${port}`);
  await expect.poll(() => contacts.length).toBeGreaterThan(0);
});

it('asks before sales go to a new host, and not again for the same one or for this computer', async () => {
  const { computer } = await startSignedIn();
  const save = (url: string) => computer.call['webhook.save']({ url, isOn: true, key: KEY });
  await unwrap(save('http://127.0.0.1:4020/hooks'));
  expect(computer.asked).toEqual([]);
  await unwrap(save('https://hooks.example/a'));
  await unwrap(save('https://hooks.example/b'));
  expect(computer.asked).toHaveLength(1);
  expect(computer.asked[0]).toContain('hooks.example');
});

it('copies the page’s own text only while the seller is at the window', async () => {
  const { computer } = await startSignedIn();
  computer.isFocused = false;
  expect(await computer.call['clipboard.copy']({ text: 'x' })).toMatchObject({ problem: { code: 'forbidden' } });
  expect(computer.copied).toEqual([]);
  computer.isFocused = true;
  await unwrap(computer.call['clipboard.copy']({ text: 'x' }));
  expect(computer.copied).toEqual(['x']);
});
