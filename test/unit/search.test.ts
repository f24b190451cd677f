// Finding records by words: every word must stand in what a record says, addresses count for long words only.
import { describe, expect, it } from 'vitest';
import { matches, type SearchText, termsOf } from '../../src/main/desk/search.ts';

const found = (words: string, search: string, address = '') =>
  matches({}, (): SearchText => ({ words, address }), termsOf(search));

describe('a search', () => {
  it.each([
    ['Coaching hour, $60.00, order 1042', 'coach'],
    ['Coaching hour, $60.00, order 1042', 'COACHING 1042'],
    ['Coaching hour, $60.00, order 1042', '  1042   hour '],
    ['Coaching hour, $60.00, order 1042', '$60.00'],
    ['ÉCOLE d’été', 'école'],
    ['anything', ''],
    ['anything', ' \t '],
    ['a.b*c', '.b*'],
    ['Coaching hour\n1042.50', '$1,042.50'],
    ['Coaching hour\n11.00', '€11'],
    ['Coaching hour\n$5 off', '$5'],
  ])('finds "%s" by "%s"', (words, search) => {
    expect(found(words, search)).toBe(true);
  });

  it.each([
    ['Coaching hour', 'coaching day'],
    ['Coaching hour', 'c.aching'],
    ['', 'a'],
  ])('does not find "%s" by "%s"', (words, search) => {
    expect(found(words, search)).toBe(false);
  });

  it('looks into an address for a part of a uuid, not for what stands there by chance', () => {
    const address = 'https://pay.example/mira/17?uuid=0B6F2C9E-5a55-4a0c';
    expect(found('Logo', '0b6f2c9e', address)).toBe(true);
    expect(found('Logo', 'logo 0b6f2c9e-5a55', address)).toBe(true);
    expect(found('Logo', address, address)).toBe(true);
    expect(found('Logo', '17', address)).toBe(false);
    expect(found('Logo', '0b6f2c9', address)).toBe(false);
  });

  it('makes the text of a record once, and anew for its next version', () => {
    let made = 0;
    const textOf = ({ title }: { title: string }): SearchText => {
      made += 1;
      return { words: title, address: '' };
    };
    const before = { title: 'Logo' };
    for (const word of ['l', 'lo', 'log', 'x']) matches(before, textOf, [word]);
    expect(made).toBe(1);
    expect(matches({ title: 'Poster' }, textOf, ['post'])).toBe(true);
    expect(made).toBe(2);
  });

  it('needs no text when no word is typed', () => {
    expect(matches({}, () => expect.fail('the text was made'), [])).toBe(true);
  });
});
