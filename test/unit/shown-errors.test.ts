// When a form shows what is wrong: at the fields that were left, after a try everywhere but in rows added since.
import { describe, expect, it } from 'vitest';
import { ShownErrors } from '../../src/renderer/components/shown-errors.ts';

const row = (rowKey: string, price: string) => ({ rowKey, price, discount: '' });
const form = (...prices: ReturnType<typeof row>[]) => ({ title: '', prices });
const wrong = { title: 'Enter a title', 'prices.0.price': 'No amount', 'prices.1.price': 'No amount' };

describe('errors of a form', () => {
  it('stand before the first try only at fields that were left with something in them', () => {
    const shown = new ShownErrors();
    const typed = form(row('a', 'x'), row('b', ' '));
    expect(shown.of(wrong, typed)).toEqual({});
    shown.leave('prices.0.price', typed);
    shown.leave('prices.1.price', typed);
    shown.leave('title', typed);
    expect(shown.of(wrong, typed)).toEqual({ 'prices.0.price': 'No amount' });
  });

  it('go once they are mended, and come back only when the field is left again', () => {
    const shown = new ShownErrors();
    const typed = form(row('a', 'x'));
    shown.leave('prices.0.price', typed);
    expect(shown.of({}, form(row('a', '1')))).toEqual({});
    expect(shown.of({ 'prices.0.price': 'No amount' }, typed)).toEqual({});
    shown.leave('prices.0.price', typed);
    expect(shown.of({ 'prices.0.price': 'No amount' }, typed)).toEqual({ 'prices.0.price': 'No amount' });
  });

  it('stand after a try everywhere, but not in a row that was added since', () => {
    const shown = new ShownErrors();
    shown.try(form(row('a', '')));
    const added = form(row('a', ''), row('b', ''));
    expect(shown.of(wrong, added)).toEqual({ title: 'Enter a title', 'prices.0.price': 'No amount' });
    shown.try(added);
    expect(shown.of(wrong, added)).toEqual(wrong);
  });

  it('stay with their row when one above it is removed', () => {
    const shown = new ShownErrors();
    const two = form(row('a', '1'), row('b', 'x'));
    shown.leave('prices.1.price', two);
    expect(shown.of({ 'prices.1.price': 'No amount' }, two)).toEqual({ 'prices.1.price': 'No amount' });
    expect(shown.of({ 'prices.0.price': 'No amount' }, form(row('b', 'x')))).toEqual({ 'prices.0.price': 'No amount' });
  });
});
