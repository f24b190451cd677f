// Use cases of a single QR code: show, save, copy.
import type { Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { saveFile } from '../csv/save-file.ts';
import type { AskWhereToSave } from '../platform.ts';
import { fitsQrCode, MAX_BYTES, type QrModules, qrModules, qrPath, qrPng, qrSvg } from './qr-code.ts';

const t = texts.share.qrCode;

function modulesOf(url: string): Result<QrModules> {
  if (fitsQrCode(url)) return ok(qrModules(url));
  return refuse('invalid', t.tooLong({ characters: Buffer.byteLength(url), most: MAX_BYTES }));
}

export function qrCode({ url }: ParsedInput<'qr.get'>): Result<Output<'qr.get'>> {
  const modules = modulesOf(url);
  return modules.ok ? ok({ size: modules.value.length, path: qrPath(modules.value) }) : modules;
}

export function qrPicture(url: string): Result<Uint8Array<ArrayBuffer>> {
  const modules = modulesOf(url);
  return modules.ok ? ok(qrPng(modules.value)) : modules;
}

/** Null when the seller cancelled. */
export async function saveQrCode(
  { url, title, as }: ParsedInput<'qr.save'>,
  askWhereToSave: AskWhereToSave,
): Promise<Result<Output<'qr.save'>>> {
  const modules = modulesOf(url);
  if (!modules.ok) return modules;
  const content = as === 'png' ? qrPng(modules.value) : qrSvg(modules.value, title);
  const file = { title: t.save, name: `${fileName(title)}.${as}`, kind: t[as], parts: [content] };
  const saved = await saveFile(file, askWhereToSave);
  if (!saved.ok) return saved;
  return ok(saved.value === null ? null : { file: saved.value });
}

/** A file name that is valid on every system: "QR Logo design". */
const fileName = (title: string): string =>
  `QR ${title
    .toWellFormed()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, 60)
    .toWellFormed()
    .replace(/\uFFFD/g, '')
    .trim()}`.trim();
