// What relay, team server and desktops agree on: sealing, deliveries and invites.
import { randomBytes } from 'node:crypto';
import { createUser } from '@nats-io/nkeys';
import { describe, expect, it } from 'vitest';
import { openDelivery, sealDelivery, signingKeysOf } from '../../src/team-protocol/delivery.ts';
import { decodeInvite, encodeInvite, type Invite } from '../../src/team-protocol/invite.ts';
import { opaqueId, recordKeys, seal, unseal } from '../../src/team-protocol/seal.ts';

const key = randomBytes(32);

describe('sealed bytes', () => {
  const sealed = seal(key, 'a.place', Buffer.from('price 10.50'));

  it('open with their key in their place', () => {
    expect(unseal(key, 'a.place', sealed)?.toString()).toBe('price 10.50');
  });

  it('show nothing of what they hold', () => {
    expect(sealed.includes('price')).toBe(false);
  });

  it('do not open in another place, with another key, cut or changed', () => {
    expect(unseal(key, 'another.place', sealed)).toBeNull();
    expect(unseal(randomBytes(32), 'a.place', sealed)).toBeNull();
    expect(unseal(key, 'a.place', sealed.subarray(0, -1))).toBeNull();
    expect(unseal(key, 'a.place', sealed.subarray(0, 20))).toBeNull();
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] as number) ^ 1;
      expect(unseal(key, 'a.place', changed)).toBeNull();
    }
  });
});

it('an opaque id is the same for the same parts only', () => {
  const keys = recordKeys(key, 'team');
  expect(opaqueId(keys, 'store', 'link', '1')).toBe(opaqueId(keys, 'store', 'link', '1'));
  expect(opaqueId(keys, 'store', 'link', '1')).toMatch(/^[A-Za-z0-9_-]{22}$/);
  expect(opaqueId(keys, 'store', 'link1', '')).not.toBe(opaqueId(keys, 'store', 'link', '1'));
  expect(opaqueId(recordKeys(key, 'other'), 'store', 'link', '1')).not.toBe(opaqueId(keys, 'store', 'link', '1'));
});

describe('a delivery', () => {
  const { signingKey, relayKey } = signingKeysOf(randomBytes(32));
  const delivery = {
    id: 'a'.repeat(32),
    at: 1_763_000_000_000,
    rawHeaders: ['Webhook-Key', 'k'],
    body: Buffer.from('{}'),
  };
  const data = sealDelivery({ deliveryKey: key, signingKey }, 'deliveries.main', delivery);
  const readers = { deliveryKey: key, relayKey };

  it('arrives as it was sent', () => {
    expect(openDelivery(readers, 'deliveries.main', data)).toEqual(delivery);
  });

  it('may have no body and no headers', () => {
    const empty = { ...delivery, rawHeaders: [], body: Buffer.alloc(0) };
    const sealed = sealDelivery({ deliveryKey: key, signingKey }, 'deliveries.main', empty);
    expect(openDelivery(readers, 'deliveries.main', sealed)).toEqual(empty);
  });

  it('is refused under another subject, from another signer, cut or changed', () => {
    expect(openDelivery(readers, 'deliveries.other', data)).toBeNull();
    const forger = signingKeysOf(randomBytes(32));
    const forged = sealDelivery({ deliveryKey: key, signingKey: forger.signingKey }, 'deliveries.main', delivery);
    expect(openDelivery(readers, 'deliveries.main', forged)).toBeNull();
    expect(openDelivery({ ...readers, deliveryKey: randomBytes(32) }, 'deliveries.main', data)).toBeNull();
    for (const end of [0, 1, 65, 66, data.length - 1]) {
      expect(openDelivery(readers, 'deliveries.main', data.subarray(0, end))).toBeNull();
    }
    for (let at = 0; at < data.length; at += 7) {
      const changed = Buffer.from(data);
      changed[at] = (changed[at] as number) ^ 1;
      expect(openDelivery(readers, 'deliveries.main', changed)).toBeNull();
    }
  });
});

describe('an invite', () => {
  const text = randomBytes(32).toString('base64url');
  const invite: Invite = {
    team: 'a1b2c3d4e5f6a7b8c9d0',
    computer: 'Anna’s laptop',
    servers: ['tls://127.0.0.1:4222'],
    ca: '-----BEGIN CERTIFICATE-----',
    seed: new TextDecoder().decode(createUser().getSeed()),
    dataKey: text,
    deliveryKey: text,
    relayKey: text,
    relayUrl: `https://hooks.example.com/hooks/${text}`,
  };
  const code = encodeInvite(invite);

  it('is read back, also with the line breaks of a mail', () => {
    expect(decodeInvite(code)).toEqual(invite);
    expect(decodeInvite(` ${code.replace(/(.{76})/g, '$1\r\n')}\n`)).toEqual(invite);
  });

  it('says what is wrong with another text', () => {
    expect(decodeInvite('hello')).toBe('not-an-invite');
    expect(decodeInvite(code.slice(0, -1))).toBe('incomplete');
    expect(decodeInvite(code.replace('storefront-team-1-', 'storefront-team-2-'))).toBe('other-version');
    expect(decodeInvite(encodeInvite({ ...invite, servers: ['nats://127.0.0.1:4222'] }))).toBe('other-version');
  });
});
