// Validation of the sign-in form: `https://`, or `http://` on this computer; no credentials, query or fragment.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serviceAddressSchema, signInSchema } from '../../src/shared/session.ts';
import { isLoopbackHost } from '../../src/shared/web-address.ts';

const message = (text: unknown) => serviceAddressSchema.safeParse(text).error?.issues[0]?.message;

describe('a service address', () => {
  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['  https://shop.example/  ', 'https://shop.example'],
    ['https://shop.example///', 'https://shop.example'],
    ['https://shop.example/base/path', 'https://shop.example/base/path'],
    ['https://shop.example/base/path/', 'https://shop.example/base/path'],
    ['https://shop.example/Base', 'https://shop.example/Base'],
    ['HTTPS://Shop.EXAMPLE:443/', 'https://shop.example'],
    ['https://shop.example:8443/', 'https://shop.example:8443'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://localhost:80/', 'http://localhost'],
    ['http://127.0.0.1:4010/', 'http://127.0.0.1:4010'],
    ['http://127.1:4010', 'http://127.0.0.1:4010'],
    ['http://[::1]:4010/', 'http://[::1]:4010'],
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
    ['https://10.0.0.5', 'https://10.0.0.5'],
    ['shop.example', 'https://shop.example'],
    [' Shop.example:8443/base/ ', 'https://shop.example:8443/base'],
    ['10.0.0.5', 'https://10.0.0.5'],
    ['localhost:4010', 'http://localhost:4010'],
    ['127.0.0.1:4010/', 'http://127.0.0.1:4010'],
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

  it.each(['', '   '])('is required (%j)', (text) => {
    expect(message(text)).toBe('Enter the service address');
  });

  it.each([
    'shop',
    'mara@shop.example',
    'ftp://shop.example',
    'javascript:alert(1)',
    'https://',
    'https://a b.example',
    'https://a\n.example',
  ])('that is no absolute web address (%j) is rejected', (text) => {
    expect(message(text)).toBe('Enter a whole address that starts with https://, or http:// on this computer');
  });

  it.each([
    'http://shop.example',
    'http://192.168.1.5:3000',
    'http://10.0.0.1',
    'http://0.0.0.0:3000',
    'http://[::]:3000',
    'http://127.0.0.1.shop.example',
    'http://localhost.shop.example',
    'http://shop.localhost:4010',
    'http://notlocalhost',
    'http://[::2]',
    'http://128.0.0.1',
  ])('without TLS outside this computer (%s) is rejected', (text) => {
    expect(message(text)).toContain('Use https://');
  });

  it.each(['https://mira:secret@shop.example', 'https://mira@shop.example', 'https://:secret@shop.example'])(
    'with a name or password in it (%s) is refused',
    (text) => {
      expect(message(text)).toBe('Leave name and password out of the address');
    },
  );

  it.each([
    'https://shop.example?x=1',
    'https://shop.example/?',
    'https://shop.example#top',
    'https://shop.example/a#',
  ])('with a query or fragment (%s) is rejected', (text) => {
    expect(message(text)).toContain('"?" or "#"');
  });

  it.each([undefined, null, 5, {}])('cannot be %j', (value) => {
    expect(serviceAddressSchema.safeParse(value).success).toBe(false);
  });
});

describe('a host name that means this computer', () => {
  it.each(['localhost', '[::1]', '127.0.0.1', '127.255.0.9'])('is %s', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });
  it.each(['', 'xlocalhost', 'localhost.example', '127.0.0.1.example', '1127.0.0.1', '[::]', '126.0.0.1', '127.0.0'])(
    'is not %j',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
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

  it.each(['', ' ', 'mira', 'mira@', '@example.com', 'a b@example.com', 'a@b@c', 'a@b\n.c'])(
    'refuses %j as an e-mail, at that field',
    (email) => {
      const result = signInSchema.safeParse({ ...typed, email });
      expect(result.error?.issues.map(({ path }) => path)).toEqual([['email']]);
    },
  );

  it('requires a password', () => {
    expect(signInSchema.safeParse({ ...typed, password: '' }).error?.issues[0]?.message).toBe('Enter your password');
  });

  it('reports errors of all fields at once', () => {
    const paths = signInSchema
      .safeParse({ serviceAddress: '', email: '', password: '' })
      .error?.issues.map(({ path }) => path[0]);
    expect(paths).toEqual(['serviceAddress', 'email', 'password']);
  });
});
