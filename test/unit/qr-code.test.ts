// QR codes are decoded with another library and must return the exact address.
import fc from 'fast-check';
import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { fitsQrCode, MAX_BYTES, QUIET_ZONE, qrModules, qrPng, qrSvg } from '../../src/main/share/qr-code.ts';
import { qrCode } from '../../src/main/share/qr-share.ts';
import { withCheckoutFields } from '../../src/shared/checkout-url.ts';
import { slow } from '../../tools/test/slow.ts';
import { drawSvg, readQrPixels, readQrPng } from '../support/read-qr.ts';

const LINK = 'https://pay.example/mira/17?uuid=0b6f2c9e-5a55-4a0c-9d6a-8f2d1f6f0a11';
const ofLength = (length: number): string => `${LINK}&note=`.padEnd(length, 'Long-note_');

const readSvg = (svg: string): string | null => {
  const { pixels, size } = drawSvg(svg, 4);
  return readQrPixels(pixels, size, size);
};

describe('a QR code', () => {
  it(
    'decodes to the address from the PNG and from the SVG',
    () => {
      const text = fc.string({ unit: 'grapheme', maxLength: 40 });
      const address = fc.oneof(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        fc.record({ name: text, note: text }).map(({ name, note }) =>
          withCheckoutFields(LINK, [
            { name: 'name', value: name },
            { name: 'note', value: note },
          ]),
        ),
        // Not encoded, as a service may return it.
        text.map((value) => `https://pay.example/mira/17?uuid=ü&q=${value}`),
      );
      fc.assert(
        fc.property(address, (url) => {
          const modules = qrModules(url);
          expect(readQrPng(qrPng(modules))).toBe(url.toWellFormed());
          expect(readSvg(qrSvg(modules, 'A <b>title</b> & more'))).toBe(url.toWellFormed());
        }),
        { numRuns: 8 },
      );
    },
    slow(30_000),
  );

  it.each([60, 2_332, MAX_BYTES])('holds an address of %i characters', (length) => {
    const url = ofLength(length);
    expect(fitsQrCode(url)).toBe(true);
    expect(readQrPng(qrPng(qrModules(url)))).toBe(url);
  });

  it('is rejected with both lengths and a way out if the address is too long', () => {
    const answer = qrCode({ url: ofLength(MAX_BYTES + 1) });
    expect(answer).toMatchObject({ ok: false, problem: { code: 'invalid' } });
    if (answer.ok) return;
    expect(answer.problem.message).toMatch(/2,954 characters.*2,953 fit.*Leave out or shorten/);
    // Bytes count, not characters.
    expect(fitsQrCode(`${LINK}${'ü'.repeat(1_500)}`)).toBe(false);
  });

  it('has a quiet zone of four white modules on every side, and whole pixels per module', () => {
    const modules = qrModules(LINK);
    const { data, width, height } = decode(qrPng(modules));
    expect(width).toBe(height);
    expect(width).toBeGreaterThanOrEqual(1_024);
    expect(width % modules.length).toBe(0);
    const scale = width / modules.length;
    const isBlack = (x: number, y: number) => data[y * width + x] === 0;
    const border = QUIET_ZONE * scale;
    const coordinates = Array.from({ length: width }, (_, at) => at);
    for (const along of coordinates) {
      for (const across of [0, border - 1, width - border, width - 1]) {
        expect(isBlack(along, across) || isBlack(across, along)).toBe(false);
      }
    }
    expect(isBlack(border, border)).toBe(true);
  });

  it('is a self-contained SVG file, whose title is escaped', () => {
    const svg = qrSvg(qrModules(LINK), '"Logo" </title><script>alert(1)</script> & \uD800');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).toContain('<title>"Logo" &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; \uFFFD</title>');
  });
});
