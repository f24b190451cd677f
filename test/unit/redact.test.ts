// Secrets that a service echoes are hidden before a response is stored or shown.
import { describe, expect, it } from 'vitest';
import { type Outcome, redact, redactForStorage } from '../../src/main/service/outcome.ts';

const answered = (body: string, location: string | null = null): Extract<Outcome, { kind: 'answered' }> => ({
  kind: 'answered',
  status: 422,
  body,
  truncated: false,
  retryAfterMs: null,
  location,
});

describe('a secret in a response', () => {
  it.each(['t0ken', 'a"b\\c/d', '$&$1', '.*+?^', 'pässwört🙂'])(
    'is hidden, plain and as JSON writes it (%s)',
    (secret) => {
      const json = JSON.stringify({ echo: secret, again: [secret] });
      const escaped = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
      for (const body of [`${secret} and ${secret}`, json, json.replaceAll('/', '\\/'), escaped]) {
        const shown = redact(answered(body, `https://x.example/?t=${secret}`), [null, secret]);
        expect(shown.body.match(/\(hidden\)/g)).toHaveLength(2);
        expect(shown.location).toBe('https://x.example/?t=(hidden)');
      }
    },
  );

  it('keeps escaped characters that hide nothing', () => {
    const body = '{"message":"caf\\u00e9 \\u0026 more"}';
    expect(redact(answered(body), ['another secret']).body).toBe(body);
  });

  it('is the only change', () => {
    const outcome = answered('{"message":"no"}', '/login');
    expect(redact(outcome, ['secret', null])).toStrictEqual(outcome);
    const lost: Outcome = { kind: 'lost', cause: 'reset', detail: 'socket hang up', status: null };
    expect(redact(lost, ['hang'])).toBe(lost);
  });

  it('is kept if it is so short that hiding it would hide half the response', () => {
    expect(redact(answered('a aa aaa'), ['a', 'aa', 'aaa', '']).body).toBe('a aa aaa');
  });
});

describe('a field with a secret name', () => {
  const key = 'K'.repeat(64);

  it.each([
    [`{"after_sell_webhook_key":"${key}","is_on":true}`, '{"after_sell_webhook_key":"(hidden)","is_on":true}'],
    [`{ "access_token" : "${key}" }`, '{ "access_token" : "(hidden)" }'],
    [JSON.stringify({ echo: JSON.stringify({ password: key }) }), '{"echo":"{\\"password\\":\\"(hidden)\\"}"}'],
  ])('is kept without its value, even if this app does not know it', (body, kept) => {
    expect(redactForStorage(answered(body), []).body).toBe(kept);
  });

  it.each([
    '{"message":"No.","errors":{"password":["The password is too short."]}}',
    '{"after_sell_webhook_key":"The key must have 64 characters."}',
    '{"after_sell_webhook_key":null,"password":12345678}',
    '{"payment_link":"https://x.example/a?password=abcdefghij"}',
  ])('stays unchanged if it contains a sentence, or no text (%s)', (body) => {
    expect(redactForStorage(answered(body), []).body).toBe(body);
  });

  it.each([
    ['nothing but backslashes', '\\'.repeat(1_000_000)],
    ['a name and backslashes', `"password${'\\'.repeat(1_000_000)}`],
    ['a name, a colon and backslashes', `"password": ${' '.repeat(500_000)}${'\\'.repeat(500_000)}`],
    ['nothing but quotes', '"'.repeat(1_000_000)],
    ['nothing but names', '"password"'.repeat(100_000)],
  ])('is searched quickly in a response of %s', (_, body) => {
    expect(redactForStorage(answered(body), []).body).toBe(body);
  });
});
