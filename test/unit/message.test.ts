// The message for sending a checkout link, and the addresses that open it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExternalAllowed } from '../../src/main/electron/guard.ts';
import {
  defaultMessage,
  filledMessage,
  mailAddress,
  messageSchema,
  whatsAppAddress,
} from '../../src/shared/message.ts';

const FACTS = {
  product: 'Logo & co',
  price: '$80.10',
  link: 'https://shop.example/a/1?uuid=x&b=ü',
  name: 'Ana',
  order: '1042',
};

describe('a message', () => {
  it('fills its placeholders, but not those inside a product title', () => {
    expect(filledMessage('{name}, {order}: {product}: {price}, {link} {link} {other}', FACTS)).toBe(
      `Ana, 1042: Logo & co: $80.10, ${FACTS.link} ${FACTS.link} {other}`,
    );
    const product = "{link} $& $1 $'";
    expect(filledMessage('{product} {link}', { ...FACTS, product })).toBe(`${product} ${FACTS.link}`);
    expect(filledMessage(defaultMessage(), FACTS)).toContain(FACTS.link);
  });

  it('must contain the link, and be neither empty nor too long', () => {
    expect(messageSchema.safeParse(defaultMessage()).success).toBe(true);
    expect(messageSchema.parse(' {link} ')).toBe('{link}');
    for (const text of ['', '   ', 'Pay {price} for {product}', `{link}${'x'.repeat(1_000)}`])
      expect(messageSchema.safeParse(text).success, text).toBe(false);
  });

  it('rejects an unknown placeholder, but may have other braces', () => {
    const isFine = (text: string) => messageSchema.safeParse(text).success;
    for (const text of ['{link} {customer}', '{link} {Order number}', '{Link} {link}', '{link} {größe}'])
      expect(isFine(text), text).toBe(false);
    for (const text of ['{link}', '{product} {price} {link}', '{link} {}', '{link} :-{ or }'])
      expect(isFine(text), text).toBe(true);
  });
});

describe('the address of a new message', () => {
  it('has only the typed recipient, and encodes line breaks as %0D%0A', () => {
    expect(mailAddress('', 'Logo & co', 'a\nb\r\nc\rd ü')).toBe(
      'mailto:?subject=Logo%20%26%20co&body=a%0D%0Ab%0D%0Ac%0D%0Ad%20%C3%BC',
    );
    expect(mailAddress(' ana@\u200bshop.example?cc=eve@evil.example', 'a', 'b')).toBe(
      'mailto:ana%40shop.example%3Fcc%3Deve%40evil.example?subject=a&body=b',
    );
    for (const phone of ['+1 (555) 010-99', '+１５５５０１０９９'])
      expect(whatsAppAddress(phone, 'b')).toBe('https://wa.me/155501099?text=b');
  });

  it('cannot gain a header, recipient or attachment from its texts', () => {
    const address = mailAddress('', 'x\r\nBcc: eve@evil.example', 'y&bcc=eve@evil.example&attach=/etc/passwd');
    expect(address).not.toMatch(/%0A.*&body|&bcc=|&attach=/i);
    expect([...new URL(address).searchParams.keys()]).toEqual(['subject', 'body']);
    expect(new URL(address).pathname).toBe('');
  });

  it('keeps the given texts, and may be opened', () => {
    const text = fc.array(fc.nat(0xffff), { maxLength: 40 }).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(text, text, (subject, body) => {
        const mail = mailAddress('', subject, body);
        expect(isExternalAllowed(mail)).toBe(true);
        const { searchParams } = new URL(mail);
        expect(searchParams.get('body')).toBe(body.toWellFormed().replace(/\r\n|\r|\n/g, '\r\n'));
        const chat = whatsAppAddress('', body);
        expect(isExternalAllowed(chat)).toBe(true);
        expect(new URL(chat).origin).toBe('https://wa.me');
        expect(new URL(chat).searchParams.get('text')).toBe(body.toWellFormed());
      }),
    );
  });
});
