// What the relay, the team server and the computers share: sealed deliveries and records, opaque ids, and invites.
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDelivery, sealDelivery, signingKeysOf } from '../../src/team-protocol/delivery.ts';
import { decodeInvite, encodeInvite, type Invite } from '../../src/team-protocol/invite.ts';
import { opaqueId, recordKeys, seal, unseal } from '../../src/team-protocol/seal.ts';

const SUBJECT = 'deliveries.main';
const { signingKey, relayKey } = signingKeysOf(randomBytes(32));
const deliveryKey = randomBytes(32);
const delivery = {
  id: 'a-random-id-of-22-char',
  at: 1_700_000_000_000,
  rawHeaders: ['Webhook-Key', 'k'.repeat(64), 'X-Ünicode', '—'],
  body: Buffer.from('{"event":"after_sell"}'),
};

describe('a delivery', () => {
  it('opens as it was sealed, with any bytes in its body', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), fc.array(fc.string()), (body, rawHeaders) => {
        const sealed = sealDelivery({ deliveryKey, signingKey }, SUBJECT, { ...delivery, body, rawHeaders });
        const opened = openDelivery({ deliveryKey, relayKey }, SUBJECT, sealed);
        expect(opened).toEqual({ ...delivery, rawHeaders, body: Buffer.from(body) });
      }),
    );
  });

  it('does not open with one changed bit, anywhere', () => {
    const sealed = sealDelivery({ deliveryKey, signingKey }, SUBJECT, delivery);
    for (let bit = 0; bit < sealed.length * 8; bit += 5) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(openDelivery({ deliveryKey, relayKey }, SUBJECT, changed)).toBeNull();
    }
    for (const length of [0, 1, 64, 65, 90, sealed.length - 1]) {
      expect(openDelivery({ deliveryKey, relayKey }, SUBJECT, sealed.subarray(0, length))).toBeNull();
    }
  });

  it('does not open under another subject, with other keys, or without the signature of the relay', () => {
    const sealed = sealDelivery({ deliveryKey, signingKey }, SUBJECT, delivery);
    expect(openDelivery({ deliveryKey, relayKey }, 'deliveries.other', sealed)).toBeNull();
    expect(openDelivery({ deliveryKey: randomBytes(32), relayKey }, SUBJECT, sealed)).toBeNull();
    const forged = sealDelivery({ deliveryKey, signingKey: randomBytes(32) }, SUBJECT, delivery);
    expect(openDelivery({ deliveryKey, relayKey }, SUBJECT, forged)).toBeNull();
  });
});

describe('sealed records', () => {
  it('open only with their key and in their context', () => {
    const keys = recordKeys(randomBytes(32), 'teamteam');
    const sealed = seal(keys.seal, 'catalog.a', Buffer.from('Logo design'));
    expect(unseal(keys.seal, 'catalog.a', sealed)?.toString()).toBe('Logo design');
    expect(unseal(keys.seal, 'catalog.b', sealed)).toBeNull();
    expect(unseal(recordKeys(randomBytes(32), 'teamteam').seal, 'catalog.a', sealed)).toBeNull();
    expect(unseal(keys.seal, 'catalog.a', Buffer.alloc(5))).toBeNull();
  });

  it('have ids that are the same on each computer, and differ if any part differs', () => {
    const keys = recordKeys(Buffer.alloc(32, 1), 'teamteam');
    expect(opaqueId(keys, 'store', 'link', '1')).toBe(
      opaqueId(recordKeys(Buffer.alloc(32, 1), 'teamteam'), 'store', 'link', '1'),
    );
    const ids = [['a', 'b'], ['ab'], ['a', 'b', ''], ['a,b']].map((parts) => opaqueId(keys, ...parts));
    ids.push(opaqueId(recordKeys(Buffer.alloc(32, 1), 'teamteax'), 'a', 'b'));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids[0]).toMatch(/^[\w-]{22}$/);
  });
});

describe('an invite', () => {
  const key = () => randomBytes(32).toString('base64url');
  const invite: Invite = {
    at: Date.now(),
    team: 'teamteam1',
    computer: 'Anna’s laptop',
    servers: ['tls://127.0.0.1:4222'],
    ca: null,
    seed: `SU${'A'.repeat(56)}`,
    dataKey: key(),
    deliveryKey: key(),
    relayKey: key(),
    relayUrl: 'https://relay.example/hooks/token',
  };

  it('is read as it was written, even with line breaks from an e-mail', () => {
    const code = encodeInvite(invite);
    expect(decodeInvite(code)).toEqual(invite);
    expect(decodeInvite(`\n  ${code.replace(/.{60}/g, '$&\r\n ')}  `)).toEqual(invite);
    expect(code).toMatch(/^[\w-]+$/);
  });

  it('reports what is wrong with it', () => {
    const code = encodeInvite(invite);
    expect(decodeInvite(code.slice(0, -1))).toBe('incomplete');
    expect(decodeInvite(code.slice(0, 40))).toBe('incomplete');
    expect(decodeInvite(code.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toBe('incomplete');
    expect(decodeInvite(code.replace('-1-', '-2-'))).toBe('other-version');
    expect(decodeInvite(encodeInvite({ ...invite, servers: ['http://127.0.0.1'] }))).toBe('other-version');
    for (const text of ['', 'hello', 'https://relay.example', code.slice(1)]) {
      expect(decodeInvite(text)).toBe('not-an-invite');
    }
  });
});
