// Validation of the sign-in form: `https://`, or `http://` on this computer; no credentials, query or fragment.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serviceAddressSchema, signInSchema } from '../../src/shared/session.ts';

const message = (text: unknown) => serviceAddressSchema.safeParse(text).error?.issues[0]?.message;

describe('a service address', () => {
  it.each([
    ['  https://shop.example/  ', 'https://shop.example'],
    ['https://shop.example///', 'https://shop.example'],
    ['https://shop.example/Base/path/', 'https://shop.example/Base/path'],
    ['HTTPS://Shop.EXAMPLE:443/', 'https://shop.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:80/', 'http://localhost'],
    ['http://127.1:4010', 'http://127.0.0.1:4010'],
    ['http://127.255.0.9', 'http://127.255.0.9'],
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
    ['https://10.0.0.5', 'https://10.0.0.5'],
    [' Shop.example:8443/base/ ', 'https://shop.example:8443/base'],
    ['localhost:4010', 'http://localhost:4010'],
    ['[::1]:4010', 'http://[::1]:4010'],
  ])('%s is stored as %s', (typed, kept) => {
    expect(serviceAddressSchema.parse(typed)).toBe(kept);
  });

  it('is stable: a stored address is stored again unchanged', () => {
    const path = fc.array(fc.stringMatching(/^[\w.~%-]{1,6}$/), { maxLength: 3 }).map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(fc.webAuthority(), path, fc.constantFrom('', '/', '//'), (authority, base, slash) => {
        const first = serviceAddressSchema.safeParse(`https://${authority}${base}${slash}`);
        if (!first.success) return;
        expect(serviceAddressSchema.parse(first.data)).toBe(first.data);
        expect(first.data.endsWith('/')).toBe(false);
      }),
    );
  });

  it.each([
    ...['', '   '].map((text) => [text, 'Enter the service address']),
    ...[
      'shop',
      'mara@shop.example',
      'ftp://shop.example',
      'javascript:alert(1)',
      'https://',
      'https://a\n.example',
    ].map((text) => [text, 'Enter a whole address']),
    ...['http://shop.example', 'http://10.0.0.1', 'http://0.0.0.0:3000', 'http://[::]:3000', 'http://128.0.0.1'].map(
      (text) => [text, 'Use https://'],
    ),
    ...['http://127.0.0.1.shop.example', 'http://shop.localhost:4010', 'http://notlocalhost'].map((text) => [
      text,
      'Use https://',
    ]),
    ...['https://mira:secret@shop.example', 'https://mira@shop.example'].map((text) => [
      text,
      'Leave name and password',
    ]),
    ...['https://shop.example?x=1', 'https://shop.example/?', 'https://shop.example#top'].map((text) => [
      text,
      '"?" or "#"',
    ]),
  ])('%j is rejected: %s', (text, why) => {
    expect(message(text)).toContain(why);
  });
});

describe('a sign-in', () => {
  const typed = { serviceAddress: 'https://shop.example/', email: ' mira@example.com ', password: ' pass word ' };

  it('trims address and e-mail and leaves the password exactly as typed', () => {
    expect(signInSchema.parse(typed)).toEqual({
      serviceAddress: 'https://shop.example',
      email: 'mira@example.com',
      password: ' pass word ',
    });
  });

  it.each(['', 'mira', 'mira@', '@example.com', 'a b@example.com', 'a@b@c', 'a@b\n.c'])(
    'refuses %j as an e-mail, at that field',
    (email) => {
      const result = signInSchema.safeParse({ ...typed, email });
      expect(result.error?.issues.map(({ path }) => path)).toEqual([['email']]);
    },
  );

  it('reports errors of all fields at once', () => {
    const { error } = signInSchema.safeParse({ serviceAddress: '', email: '', password: '' });
    expect(error?.issues.map(({ path }) => path[0])).toEqual(['serviceAddress', 'email', 'password']);
  });
});
