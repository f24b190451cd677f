// The guides name existing files and tests, and SECURITY.md says where each proof runs.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type NamedTest, testsIn } from '../support/test-titles.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const NAMED = /`((?:src|test|tools)\/[\w./-]+\.(?:tsx?|cjs|json))`/g;

describe.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md'])('%s', (guide) => {
  it('names only existing files', () => {
    const named = [...textOf(guide).matchAll(NAMED)].map(([, file]) => file as string);
    expect(named.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    if (guide === 'ARCHITECTURE.md' || guide === 'SECURITY.md') expect(named.length).toBeGreaterThan(20);
  });
});

/** One proof in a table of SECURITY.md: `file` "full title" (place). Quotation marks in a title are escaped by a backslash. */
const PROOF = /`(test\/[^`]+)` "((?:[^"\\]|\\.)+)" \(([^)]*)\)/g;

interface Proof {
  readonly file: string;
  readonly title: string;
  readonly place: string;
}

const proofsIn = (text: string): Proof[] =>
  [...text.matchAll(PROOF)].map(([, file = '', title = '', place = '']) => ({
    file,
    title: title.replaceAll('\\"', '"'),
    place,
  }));

/** Where a test can run: plain Node, or real Electron and the Chromium host unless it skips one of them. */
function placesOf(file: string, { source }: NamedTest): string[] {
  if (!file.startsWith('test/e2e/')) return ['Node'];
  if (/test\.skip\([^,]*host === 'electron'/.test(source)) return ['host'];
  // Both, or Electron only if Chromium itself answers on the host.
  return /test\.skip\([^,]*host !== 'electron'/.test(source) ? ['Electron'] : ['both', 'Electron'];
}

/** The error of a proof; empty if it is correct. */
function problemsOf(proof: Proof, read: (file: string) => string | null): string[] {
  const about = `${proof.file} "${proof.title}"`;
  const source = read(proof.file);
  if (source === null) return [`${about}: there is no such file`];
  const test = testsIn(source).find(({ title }) => title === proof.title);
  if (!test) return [`${about}: the file has no test of this full title`];
  if (test.isSkipped) return [`${about}: the test is skipped`];
  const places = placesOf(proof.file, test);
  return places.includes(proof.place) ? [] : [`${about}: runs on ${places.join(' or ')}, not on ${proof.place}`];
}

describe('the proofs of SECURITY.md', () => {
  const security = textOf('SECURITY.md');
  const read = (file: string) => (existsSync(join(ROOT, file)) ? textOf(file) : null);
  const rows = security.split('\n').filter((line) => line.startsWith('|') && !/^\|(?:\s*-+\s*\|)+$/.test(line));
  const lastCells = rows.map((row) => row.split('|').at(-2)?.trim() ?? '');

  it('name tests by file and full title, and where they run', () => {
    const proofs = proofsIn(security);
    expect(proofs.length).toBeGreaterThan(60);
    expect(proofs.flatMap((proof) => problemsOf(proof, read))).toEqual([]);
  });

  it('are in every row of every table, or the row says what is not tested', () => {
    expect(rows.length).toBeGreaterThan(35);
    const other = lastCells.filter((cell) => cell !== 'proven by' && !/^(?:`test\/|Not tested: )/.test(cell));
    expect(other).toEqual([]);
    // The last column contains only proofs, followed by what is not tested.
    const rest = lastCells.map((cell) => cell.replace(/Not tested: .*$/, '').replace(PROOF, ''));
    expect(rest.filter((text) => text !== 'proven by' && text.replace(/<br>|\s/g, '') !== '')).toEqual([]);
  });

  it('have the same form everywhere', () => {
    const named = [...security.matchAll(/`test\/[^`]+`/g)].length;
    expect(named).toBe(proofsIn(security).length);
  });

  it('are verified: a prefix, another file, a skipped test and a wrong place are found', () => {
    const file = [
      "describe('a group', () => {",
      "  it('is whole, to the end', () => {});",
      "  it.each([1, 2])('is made of %s', () => {});",
      "  it.skip('is skipped', () => {});",
      '});',
      "test('runs on one', async () => {",
      "  test.skip(first.host === 'electron', 'not there');",
      '});',
      "test('runs on both', async () => {});",
    ].join('\n');
    const problem = (path: string, title: string, place: string) =>
      problemsOf({ file: path, title, place }, (name) => (name.endsWith('there.ts') ? file : null))[0] ?? '';
    expect(problem('test/unit/there.ts', 'a group > is whole, to the end', 'Node')).toBe('');
    expect(problem('test/unit/there.ts', 'a group > is made of %s', 'Node')).toBe('');
    expect(problem('test/unit/there.ts', 'a group > is whole', 'Node')).toContain('no test of this full title');
    expect(problem('test/unit/there.ts', 'is whole, to the end', 'Node')).toContain('no test of this full title');
    expect(problem('test/unit/other.ts', 'a group > is whole, to the end', 'Node')).toContain('no such file');
    expect(problem('test/unit/there.ts', 'a group > is skipped', 'Node')).toContain('skipped');
    expect(problem('test/unit/there.ts', 'a group > is whole, to the end', 'both')).toContain('runs on Node');
    expect(problem('test/e2e/there.ts', 'runs on one', 'both')).toContain('runs on host');
    expect(problem('test/e2e/there.ts', 'runs on one', 'host')).toBe('');
    expect(problem('test/e2e/there.ts', 'runs on both', 'host')).toContain('runs on both');
  });
});

it('SECURITY.md names the major version of Electron in the lock file', () => {
  const lock = JSON.parse(textOf('package-lock.json')) as { packages: Record<string, { version: string }> };
  const [major] = (lock.packages['node_modules/electron']?.version ?? '').split('.');
  expect(textOf('SECURITY.md')).toContain(`Electron ${major};`);
});

it('the workflow runs real Electron and the Chromium host, as SECURITY.md says', () => {
  const workflow = textOf('.github/workflows/ci.yml');
  expect(workflow).toMatch(/npm test\n\s+env:\n\s+STOREFRONT_HOST: electron/);
  expect(workflow).toMatch(/npm test -- --only e2e\n\s+env:\n\s+STOREFRONT_HOST: chromium/);
});

const MAIN = ['app', 'electron', 'import', 'service', 'storage', 'stores', 'sync', 'webhook'].map(
  (name) => `main/${name}`,
);
it.each(['main', ...MAIN, 'practice-store', 'renderer', 'shared'])(
  'src/%s says at its head what is in it, and names only files that are there',
  (folder) => {
    const named = [...textOf(`src/${folder}/README.md`).matchAll(/`([\w/-]+\.tsx?)`/g)].map(
      ([, file]) => file as string,
    );
    expect(named.filter((file) => !existsSync(join(ROOT, 'src', folder, file)))).toEqual([]);
  },
);
