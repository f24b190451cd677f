// Decodes a QR code from a picture, with another library than the app's.
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
  return readQrPixels(pixels, width, height);
}

/** `pixels` in RGBA. */
export function readQrPixels(pixels: Uint8ClampedArray, width: number, height: number): string | null {
  const code = jsQR(pixels, width, height, { inversionAttempts: 'dontInvert' });
  return code && Buffer.from(code.binaryData).toString('utf8');
}

/** Draws the app's SVG files: a white square, and rows of black runs of modules. */
export function drawSvg(svg: string, scale: number): { pixels: Uint8ClampedArray; size: number } {
  const modules = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const size = modules * scale;
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  const path = / d="([^"]*)"/.exec(svg)?.[1] ?? '';
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let line = Number(y) * scale; line < (Number(y) + 1) * scale; line += 1) {
      for (let column = Number(x) * scale; column < (Number(x) + Number(width)) * scale; column += 1) {
        pixels.fill(0, (line * size + column) * 4, (line * size + column) * 4 + 3);
      }
    }
  }
  return { pixels, size };
}
