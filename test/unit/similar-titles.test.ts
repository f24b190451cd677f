// The titles that a mistyped one may mean.
import { describe, expect, it } from 'vitest';
import { similarTitles } from '../../src/main/import/file/similar-titles.ts';

const SPRING = 'Photography workshop for beginners, Berlin, spring';
const AUTUMN = 'Photography workshop for beginners, Berlin, autumn';
const TITLES = ['Logo design', AUTUMN, SPRING, 'Handmade ceramic mug', 'Töpferkurs'];

describe('a title that no product has', () => {
  it.each([
    [`${SPRING}x`, [SPRING, AUTUMN]],
    ['Photografy workshop for beginers, Berlin, autumn', [AUTUMN, SPRING]],
    ['logo-design', ['Logo design']],
    ['Topferkurs 2', ['Töpferkurs']],
    ['Garden party', []],
    ['', []],
  ])('%s may mean %j', (typed, expected) => {
    expect(similarTitles(typed, TITLES, 2)).toEqual(expected);
  });
});
