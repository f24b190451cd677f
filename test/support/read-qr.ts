// Decodes a QR code from a picture, with a different library than the app uses.
import { decode } from 'fast-png';
import jsQR from 'jsqr';

/** The text of the only code in a picture; null if none can be read. */
export function readQrPng(png: Uint8Array): string | null {
  const { data, channels, width, height } = decode(png);
  const pixels = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    for (let colour = 0; colour < 3; colour += 1) {
      pixels[pixel * 4 + colour] = data[pixel * channels + (channels < 3 ? 0 : colour)] ?? 0;
    }
  }
  const code = jsQR(pixels, width, height, { inversionAttempts: 'dontInvert' });
  return code && Buffer.from(code.binaryData).toString('utf8');
}
