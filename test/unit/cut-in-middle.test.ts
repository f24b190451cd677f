// Shortening long names in the middle.
import { describe, expect, it } from 'vitest';
import { cutInMiddle } from '../../src/shared/text.ts';

describe('a long name', () => {
  it('keeps both ends, and is cut to the length requested', () => {
    const cut = cutInMiddle(`orders-${'x'.repeat(200)}-may.csv`, 21);
    expect(cut).toBe('orders-xxx…xx-may.csv');
    expect(cutInMiddle('😀'.repeat(30), 5)).toBe('😀😀…😀😀');
    expect(cutInMiddle('orders.csv', 10)).toBe('orders.csv');
  });

  it('is whole where the cut would save little', () => {
    for (const length of [61, 66]) expect(cutInMiddle('x'.repeat(length))).toBe('x'.repeat(length));
    expect(cutInMiddle('x'.repeat(67))).toBe(`${'x'.repeat(30)}…${'x'.repeat(29)}`);
    expect(cutInMiddle('order 1', 5)).toBe('order 1');
    expect(cutInMiddle('order 12', 5)).toBe('or…12');
    expect(cutInMiddle('order 1', 6, 6)).toBe('ord… 1');
  });

  it('counts characters, not UTF-16 units', () => {
    expect(cutInMiddle('😀'.repeat(66))).toBe('😀'.repeat(66));
    expect(cutInMiddle('😀'.repeat(67))).toBe(`${'😀'.repeat(30)}…${'😀'.repeat(29)}`);
  });

  it('cuts no amount, whose rest would read as another one', () => {
    const title = (product: string) => `Delete payment link for "${product}", $12,499.00, order 2026-10440`;
    for (let length = 1; length < 60; length += 1) {
      const cut = cutInMiddle(title('x'.repeat(length)), 60, 60);
      expect(cut).toMatch(/\$12,499\.00|^[^$]*…(?!.*499)/);
    }
    expect(cutInMiddle('report-20261125-final-and-approved-20261126.csv', 20, 20)).toBe('report-202…61126.csv');
  });
});
