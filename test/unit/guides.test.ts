// The guides for who comes next name files and tests that exist.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const NAMED = /`((?:src|test|tools)\/[\w./-]+\.(?:tsx?|cjs|json))`/g;

describe.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'])('%s', (guide) => {
  it('names only files that are there', () => {
    const named = [...textOf(guide).matchAll(NAMED)].map(([, file]) => file as string);
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    if (guide !== 'CONTRIBUTING.md') expect(named.length).toBeGreaterThan(20);
  });
});

it('SECURITY.md names only tests that are there, by their titles', () => {
  const security = textOf('SECURITY.md');
  const files = [...new Set([...security.matchAll(/`(test\/[\w./-]+\.ts)`/g)].map(([, file]) => file as string))];
  const tests = files.map(textOf).join('\n').replaceAll("\\'", "'");
  // A title that is cut ends in "…"; a title made for each case holds %s.
  const titles = [...security.matchAll(/"([^"\n]+)"/g)].map(([, title]) => (title as string).split('…')[0]?.trim());
  expect(titles.length).toBeGreaterThan(12);
  expect(titles.filter((title) => !tests.includes(title as string))).toEqual([]);
});

it.each(['main', 'main/desk', 'main/outbox', 'main/service', 'main/shell', 'main/storage', 'renderer', 'shared'])(
  'src/%s says at its head what is in it, and names only files that are there',
  (folder) => {
    const named = [...textOf(`src/${folder}/README.md`).matchAll(/`([\w/-]+\.tsx?)`/g)].map(
      ([, file]) => file as string,
    );
    expect(named.filter((file) => !existsSync(join(ROOT, 'src', folder, file)))).toEqual([]);
  },
);
