// Any response of a service is parsed or rejected, and never crashes its parser.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { outcomeSchema, parseRetryAfter, readErrorHeadline } from '../../src/main/service/outcome.ts';
import { readAccessToken, readPaymentLink, readProductId } from '../../src/main/service/wire.ts';
import { checkoutAddressOf, linkUuid, parseWebAddress } from '../../src/shared/checkout-url.ts';

/** The document's field names with arbitrary values: as close to a valid response as an invalid one gets. */
const nearMiss = fc.dictionary(
  fc.constantFrom('access_token', 'refresh_token', 'expires_in', 'id', 'payment_link', 'message', 'error', '__proto__'),
  fc.oneof(
    fc.anything({ withBigInt: false, withNullPrototype: true }),
    // A string whose length cannot be compared with anything.
    fc.constant({ length: { valueOf: 1, toString: 1 } }),
  ),
);
const bodies = fc.oneof(
  fc.string(),
  fc.json(),
  nearMiss.map((value) => JSON.stringify(value) ?? ''),
  fc.array(nearMiss).map((value) => JSON.stringify(value)),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('utf8')),
);

describe('any response body', () => {
  it('parses to the documented values, or nothing', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const id = readProductId(body);
        expect(id === null || (Number.isSafeInteger(id) && id > 0)).toBe(true);
        const link = readPaymentLink(body);
        expect(link === null || typeof link === 'string').toBe(true);
        const token = readAccessToken(body);
        expect(token === null || (typeof token === 'string' && token !== '')).toBe(true);
        const headline = readErrorHeadline(body);
        expect(headline === null || typeof headline === 'string').toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

it('any pasted text is a web address, or none', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc
      .tuple(fc.constantFrom('https://', 'http://', 'javascript:', 'file://', 'data:', '//'), fc.string())
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const url = parseWebAddress(text);
      expect(url === null || ['http:', 'https:'].includes(url.protocol)).toBe(true);
      const learned = checkoutAddressOf(text);
      expect(learned === null || /^https?:\/\//.test(learned.checkoutUrl)).toBe(true);
      const uuid = linkUuid(text);
      expect(uuid === null || typeof uuid === 'string').toBe(true);
    }),
    { numRuns: 200 },
  );
});

it('a Retry-After header is read as seconds or a date, however absurd', () => {
  const now = Date.UTC(2026, 0, 15, 12);
  for (const [value, ms] of [
    ['0', 0],
    ['120', 120_000],
    [' 3600 ', 3_600_000],
    ['Thu, 15 Jan 2026 12:00:05 GMT', 5_000],
    ['Thursday, 15-Jan-26 12:00:05 GMT', 5_000],
    ['Thu, 15 Jan 2026 11:00:00 GMT', 0],
    ['', null],
    ['soon', null],
    ['in a minute', null],
    [undefined, null],
  ] as const) {
    expect(parseRetryAfter(value, now), value).toBe(ms);
  }
  const retryAfterMs = parseRetryAfter('9'.repeat(400), now);
  expect(retryAfterMs).toBeGreaterThan(3_600_000);
  const outcome = { kind: 'answered', status: 503, body: '', truncated: false, retryAfterMs, location: null };
  expect(outcomeSchema.safeParse(outcome).success).toBe(true);
});
