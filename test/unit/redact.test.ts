// Secrets that a service echoes are hidden before a response is stored or shown.
import { describe, expect, it } from 'vitest';
import { type Outcome, redact } from '../../src/main/service/outcome.ts';

const answered = (body: string, location: string | null = null): Extract<Outcome, { kind: 'answered' }> => ({
  kind: 'answered',
  status: 422,
  body,
  truncated: false,
  retryAfterMs: null,
  location,
});

it('a secret in a response is hidden in the body and in the address of a redirect, and nothing else changes', () => {
  const outcome = answered('{"message":"no t0ken","echo":"caf\\u00e9"}', 'https://x.example/?t=t0ken');
  expect(redact(outcome, ['secret', 't0ken'])).toStrictEqual({
    ...outcome,
    body: '{"message":"no (hidden)","echo":"caf\\u00e9"}',
    location: 'https://x.example/?t=(hidden)',
  });
  const lost: Outcome = { kind: 'lost', cause: 'reset', detail: 'socket hang up', status: null };
  expect(redact(lost, ['hang'])).toBe(lost);
});

describe('a field with a secret name', () => {
  const key = 'K'.repeat(64);

  it.each([
    [`{"after_sell_webhook_key":"${key}","is_on":true}`, '{"after_sell_webhook_key":"(hidden)","is_on":true}'],
    [`{ "access_token" : "${key}" }`, '{ "access_token" : "(hidden)" }'],
    [JSON.stringify({ echo: JSON.stringify({ password: key }) }), '{"echo":"{\\"password\\":\\"(hidden)\\"}"}'],
  ])('is kept without its value, even if the app does not know the secret', (body, kept) => {
    expect(redact(answered(body), []).body).toBe(kept);
  });

  it.each([
    '{"message":"No.","errors":{"password":["The password is too short."]}}',
    '{"after_sell_webhook_key":"The key must have 64 characters."}',
    '{"after_sell_webhook_key":null,"password":12345678}',
    '{"payment_link":"https://x.example/a?password=abcdefghij"}',
  ])('stays unchanged if it contains a sentence, or no text (%s)', (body) => {
    expect(redact(answered(body), []).body).toBe(body);
  });

  it.each([
    ['nothing but backslashes', '\\'.repeat(1_000_000)],
    ['a name and backslashes', `"password${'\\'.repeat(1_000_000)}`],
    ['a name, a colon and backslashes', `"password": ${' '.repeat(500_000)}${'\\'.repeat(500_000)}`],
    ['nothing but quotes', '"'.repeat(1_000_000)],
    ['nothing but names', '"password"'.repeat(100_000)],
  ])('is searched quickly in a response of %s', (_, body) => {
    expect(redact(answered(body), []).body).toBe(body);
  });
});
