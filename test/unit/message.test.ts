// The message that a checkout link is sent with, and the addresses that open it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExternalAllowed } from '../../src/main/electron/guard.ts';
import {
  DEFAULT_MESSAGE,
  filledMessage,
  mailAddress,
  messageSchema,
  typedMessageSchema,
  whatsAppAddress,
} from '../../src/shared/message.ts';

const FACTS = { product: 'Logo & co', price: '$80.10', link: 'https://shop.example/a/1?uuid=x&b=ü' };

describe('a message', () => {
  it('has the facts of the link in place of each placeholder', () => {
    expect(filledMessage('{product}: {price}, {link} {link} {other}', FACTS)).toBe(
      `Logo & co: $80.10, ${FACTS.link} ${FACTS.link} {other}`,
    );
    expect(filledMessage(DEFAULT_MESSAGE, FACTS)).toContain(FACTS.link);
  });

  it('leaves a placeholder in a title, and signs that mean something in a replacement, as they are', () => {
    expect(filledMessage('{product} {link}', { ...FACTS, product: "{link} $& $1 $'" })).toBe(
      `{link} $& $1 $' ${FACTS.link}`,
    );
  });

  it('can be kept only with the link in it, and not empty or too long', () => {
    expect(messageSchema.safeParse(DEFAULT_MESSAGE).success).toBe(true);
    expect(messageSchema.safeParse(' {link} ').data).toBe('{link}');
    for (const text of ['', '   ', 'Pay {price} for {product}', `{link}${'x'.repeat(1_000)}`]) {
      expect(messageSchema.safeParse(text).success).toBe(false);
    }
  });
});

describe('a typed message', () => {
  it.each(['{link} {customer}', '{link} {Order number}', '{Link} {link}', '{link} {größe}'])(
    'names a placeholder that is not known: %s',
    (text) => {
      const { error } = typedMessageSchema.safeParse(text);
      expect(error?.issues[0]?.message).toMatch(/^\{.+\} is not known: your customer would read it as it stands/);
    },
  );

  it.each(['{link}', '{product} {price} {link}', '{link} {}', '{link} :-{ or }'])('takes the others: %s', (text) => {
    expect(typedMessageSchema.safeParse(text).success).toBe(true);
  });
});

describe('the address of a new message', () => {
  it('of an e-mail has its line breaks as %0D%0A, and no recipient', () => {
    expect(mailAddress('Logo & co', 'a\nb\r\nc\rd ü')).toBe(
      'mailto:?subject=Logo%20%26%20co&body=a%0D%0Ab%0D%0Ac%0D%0Ad%20%C3%BC',
    );
  });

  it('cannot get another header, recipient or attachment by what is in the texts', () => {
    const address = mailAddress('x\r\nBcc: eve@evil.example', 'y&bcc=eve@evil.example&attach=/etc/passwd');
    expect(address).not.toMatch(/%0A.*&body|&bcc=|&attach=/i);
    expect([...new URL(address).searchParams.keys()]).toEqual(['subject', 'body']);
    expect(new URL(address).pathname).toBe('');
  });

  it('says whatever the texts are, and may be opened', () => {
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    fc.assert(
      fc.property(text, text, (subject, body) => {
        const mail = mailAddress(subject, body);
        expect(isExternalAllowed(mail)).toBe(true);
        const { searchParams } = new URL(mail);
        expect(searchParams.get('body')).toBe(body.toWellFormed().replace(/\r\n|\r|\n/g, '\r\n'));
        const chat = whatsAppAddress(body);
        expect(isExternalAllowed(chat)).toBe(true);
        expect(new URL(chat).origin).toBe('https://wa.me');
        expect(new URL(chat).searchParams.get('text')).toBe(body.toWellFormed());
      }),
    );
  });
});
