// A package's license list names every package that runs in the app, with its license text.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { licenseList, licenseOf, unlisted } from '../../tools/package/licenses.ts';

const folder = mkdtempSync(join(tmpdir(), 'storefront-licenses-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the list of licenses', () => {
  const install = (name: string, about: object, texts: Readonly<Record<string, string>> = {}) => {
    const place = join(folder, name);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version: '1.2.3', ...about }));
    for (const [file, text] of Object.entries(texts)) writeFileSync(join(place, file), text);
    return place;
  };

  it('has each package once, with its texts, and says where a text is missing', () => {
    const zebra = licenseOf(install('zebra', { license: 'MIT' }, { 'license.md': 'Free.\n', NOTICE: 'Made by us.' }));
    const apple = licenseOf(install('@scope/apple', { license: 'ISC' }, { 'readme.md': 'An apple.' }));
    const list = licenseList([zebra, apple, zebra]);
    const rule = '='.repeat(80);
    expect(list).toBe(
      [
        'Storefront Desk contains these packages.\n',
        rule,
        '@scope/apple 1.2.3 (ISC)\n',
        'The package comes without the text of its license.\n',
        rule,
        'zebra 1.2.3 (MIT)\n',
        'Made by us.\n',
        'Free.\n',
      ].join('\n'),
    );
    expect(unlisted(list, ['zebra', '@scope/apple'])).toEqual([]);
    expect(unlisted(list, ['zeb', '@scope/apple', 'scope'])).toEqual(['zeb', 'scope']);
    expect(unlisted('', ['zebra'])).toEqual(['zebra']);
  });

  it('is rejected if a package has no license', () => {
    const place = install('nameless', {}, { LICENSE: 'All yours.' });
    expect(() => licenseOf(place)).toThrow('The license of nameless is not known');
  });
});
