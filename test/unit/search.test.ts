// Finding records by words.
import { describe, expect, it } from 'vitest';
import { matches, termsOf } from '../../src/main/desk/search.ts';

const found = (text: string, search: string) => matches({ text }, (record) => record.text, termsOf(search));

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
  ])('finds "%s" by "%s"', (text, search) => {
    expect(found(text, search)).toBe(true);
  });

  it.each([
    ['Coaching hour', 'coaching day'],
    ['Coaching hour', 'c.aching'],
    ['', 'a'],
  ])('does not find "%s" by "%s"', (text, search) => {
    expect(found(text, search)).toBe(false);
  });

  it('makes the text of a record once, and anew for its next version', () => {
    let made = 0;
    const textOf = (record: { title: string }) => {
      made += 1;
      return record.title;
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
