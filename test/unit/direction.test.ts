// Text from outside cannot change the direction of the sentence around it.
import { describe, expect, it } from 'vitest';
import { readErrorHeadline } from '../../src/main/service/outcome.ts';
import { attemptDetail, describeOutcome, describeRedirect, describeRefusal } from '../../src/main/sync/wording.ts';
import { texts as ofMain } from '../../src/shared/texts/main.ts';
import { answered } from '../support/outbox-changes.ts';

/** Overrides, embeddings and isolates of both directions, and their terminators. */
const TURNS = '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
const hostile = (text: string) => `\u202e${text.split('').join(TURNS)}\u2067`;

describe('a bidirectional control character', () => {
  it('is removed from messages of the service', () => {
    const body = JSON.stringify({ message: hostile('exe.price') });
    expect(readErrorHeadline(body)).toBe('exe.price');
    expect(describeRefusal(422, body)).toBe('exe.price (422)');
    // From an attempt recorded by an earlier version, or from a backup.
    const kept = { ...answered(422), headline: hostile('No') };
    expect(describeOutcome(kept)).toBe('Answered 422: No');
    expect(describeRedirect(hostile('https://a.example'))).toContain('(https://a.example).');
    expect(describeOutcome({ kind: 'never-left', cause: 'proxy-refused', detail: hostile('why') })).toContain('(why)');
    expect(attemptDetail({ kind: 'never-left', cause: 'refused', detail: hostile('why') })).toBe('why');
  });

  it('is not a headline on its own', () => {
    expect(readErrorHeadline(JSON.stringify({ message: TURNS, error: 'Bad Request' }))).toBe('Bad Request');
    expect(readErrorHeadline(JSON.stringify({ message: ` ${TURNS}\n` }))).toBeNull();
    expect(describeRefusal(500, JSON.stringify({ message: TURNS }))).toBe('The service answered 500.');
  });

  it('is removed alone: right-to-left scripts keep every letter and their own marks', () => {
    const title = 'דוגמה \u200f(א)\u200e – שירות 1042 עברית 🎨';
    expect(ofMain.changes.titles['product.create']({ name: title })).toBe(`Create product "${title}"`);
    expect(readErrorHeadline(JSON.stringify({ message: title }))).toBe(title);
  });
});
