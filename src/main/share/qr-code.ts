// QR codes of checkout addresses, as modules and PNG: shown, saved and copied.
import { encode as encodePng } from 'fast-png';
import { encode as encodeQr } from 'uqr';
import type { ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { saveFile } from '../csv/save-file.ts';
import type { AskWhereToSave } from '../platform.ts';
import { writeForSeller } from '../storage/durable-file.ts';

const t = texts.share.qrCode;

/** White border in modules (ISO/IEC 18004). */
export const QUIET_ZONE = 4;
/** Capacity in bytes of the largest code with error correction M. */
export const MAX_BYTES = 2_331;
/** Minimum width, sharp on a poster and on a label at 600 dpi. */
const PICTURE_PIXELS = 1_024;

/** Rows of modules with the quiet zone; `true` is black. */
export type QrModules = readonly (readonly boolean[])[];

/**
 * The modules of the QR code of an address, or why it has none. Error correction M tolerates a scratched label; a higher level
 * is used if the code does not grow.
 */
export function modulesOf({ url }: { readonly url: string }): Result<QrModules> {
  const bytes = Buffer.byteLength(url);
  if (bytes > MAX_BYTES) return refuse('invalid', t.tooLong({ characters: bytes, most: MAX_BYTES }));
  return ok(encodeQr(url.toWellFormed(), { ecc: 'M', boostEcc: true, border: QUIET_ZONE }).data);
}

/** The `d` of an SVG path with a bar for each run of black modules. One unit is one module. */
export const qrPath = (modules: QrModules): string =>
  modules
    .map((row, y) => {
      const runs = row.map(Number).join('').matchAll(/1+/g);
      return Array.from(runs, ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`).join('');
    })
    .join('');

/** Every module is a square of whole pixels, so that no edge is blurred. */
export function qrPng(modules: QrModules): Uint8Array<ArrayBuffer> {
  const scale = Math.ceil(PICTURE_PIXELS / modules.length);
  const width = modules.length * scale;
  const data = new Uint8Array(width * width).fill(255);
  for (const [index] of data.entries()) {
    const row = modules[Math.floor(index / width / scale)];
    if (row?.[Math.floor((index % width) / scale)]) data[index] = 0;
  }
  return Uint8Array.from(encodePng({ width, height: width, data, depth: 8, channels: 1 }, { zlib: { level: 9 } }));
}

export function qrCode(input: ParsedInput<'qr.get'>) {
  const modules = modulesOf(input);
  return modules.ok ? ok({ size: modules.value.length, path: qrPath(modules.value) }) : modules;
}

/** Resolves to null when the seller cancelled. */
export async function saveQrCode({ url, title }: ParsedInput<'qr.save'>, askWhereToSave: AskWhereToSave) {
  const modules = modulesOf({ url });
  if (!modules.ok) return modules;
  const name = `QR ${title.slice(0, 60).trim()}.png`;
  return saveFile({ title: t.save, name, kind: t.png }, askWhereToSave, (path) =>
    writeForSeller(path, [qrPng(modules.value)], texts.common.fileNotWritten),
  );
}
