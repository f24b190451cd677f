// Parses a `Retry-After` header, seconds or an HTTP date, as ms from now.
import { describe, expect, it } from 'vitest';
import { outcomeSchema, parseRetryAfter } from '../../src/main/service/outcome.ts';

const NOW = Date.UTC(2026, 0, 15, 12);

describe('a Retry-After header', () => {
  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 3600 ', 3_600_000],
    [new Date(NOW + 90_000).toUTCString(), 90_000],
    ['Thu, 15 Jan 2026 12:00:05 GMT', 5_000],
    ['Thursday, 15-Jan-26 12:00:05 GMT', 5_000],
    ['Thu, 15 Jan 2026 11:00:00 GMT', 0],
    ['', null],
    ['soon', null],
    ['in a minute', null],
  ])('"%s" is %s ms from now', (value, ms) => {
    expect(parseRetryAfter(value, NOW)).toBe(ms);
  });

  it('may be missing', () => {
    expect(parseRetryAfter(undefined, NOW)).toBeNull();
  });

  it('may be absurd, and can still be stored', () => {
    const retryAfterMs = parseRetryAfter('9'.repeat(400), NOW);
    const outcome = { kind: 'answered', status: 503, body: '', truncated: false, retryAfterMs, location: null };
    expect(outcomeSchema.safeParse(outcome).success).toBe(true);
    expect(retryAfterMs).toBeGreaterThan(3_600_000);
  });
});
