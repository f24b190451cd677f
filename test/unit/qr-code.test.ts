// QR codes are decoded with another library and must return the exact address.
import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { MAX_BYTES, modulesOf, QUIET_ZONE, qrCode, qrPng } from '../../src/main/share/qr-code.ts';
import { withCheckoutFields } from '../../src/shared/checkout-url.ts';
import { texts } from '../../src/shared/texts/main.ts';
import { readQrPng } from '../support/read-qr.ts';

const LINK = 'https://pay.example/mira/17?uuid=0b6f2c9e-5a55-4a0c-9d6a-8f2d1f6f0a11';
const qrModules = (url: string) => {
  const modules = modulesOf({ url });
  if (!modules.ok) throw new Error(modules.problem.message);
  return modules.value;
};
const ofLength = (length: number): string => `${LINK}&note=`.padEnd(length, 'Long-note_');

describe('a QR code', () => {
  const filled = withCheckoutFields(LINK, [
    { name: 'name', value: 'Zażółć & 🧾' },
    { name: 'note', value: 'a#b?c=d' },
  ]);

  // A service may return an address without percent-encoding, like the last one.
  it.each([filled, 'https://pay.example/mira/17?uuid=ü&q=注文 1%'])('decodes to the address: %s', (url) =>
    expect(readQrPng(qrPng(qrModules(url)))).toBe(url),
  );

  it('holds an address of the maximum length', () => {
    const url = ofLength(MAX_BYTES);
    expect(readQrPng(qrPng(qrModules(url)))).toBe(url);
  });

  it('is refused if the address is too long, with both lengths', () => {
    const message = texts.share.qrCode.tooLong({ characters: MAX_BYTES + 1, most: MAX_BYTES });
    expect(qrCode({ url: ofLength(MAX_BYTES + 1) })).toMatchObject({ problem: { code: 'invalid', message } });
    expect(qrCode({ url: `${LINK}\ud800` }).ok).toBe(true);
    // Bytes count, not characters.
    expect(qrCode({ url: `${LINK}${'ü'.repeat(1_500)}` }).ok).toBe(false);
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
    for (let along = 0; along < width; along += 1) {
      const edges = [0, border - 1, width - border, width - 1];
      if (edges.some((across) => isBlack(along, across) || isBlack(across, along))) expect.fail(`at ${along}`);
    }
    expect(isBlack(border, border)).toBe(true);
  });
});
