// Passes a file or pasted rows to the main process, which reads them.
import { type ImportDraftView, MAX_IMPORT_BYTES } from '../../../../shared/link-import.ts';
import { refuse } from '../../../../shared/problem.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call, type Result } from '../../../bridge.ts';
import { ask, type Question } from '../../../kit/dialogs.tsx';

const t = texts.linkImport.reading;

/** The file's bytes as base64, because not every host can transfer binary data. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

export async function readFile(file: File): Promise<Result<unknown>> {
  if (file.size > MAX_IMPORT_BYTES)
    return refuse('invalid', t.tooLarge({ megabytes: (file.size / 1024 / 1024).toFixed(1) }));
  try {
    return await call('imports.read', { name: file.name, bytes: await base64Of(file), text: null });
  } catch (error) {
    return refuse('invalid', t.notRead({ reason: (error as Error).message }));
  }
}

export const readPasted = (text: string): Promise<Result<unknown>> =>
  call('imports.read', { name: t.pastedRows, bytes: null, text });

/** Asks before closing the open file, if the seller has changed anything in it. */
export function askToDropChanges({ origin }: ImportDraftView, act: Question['act']): void {
  const { dropsChanges, dropChanges, ...either } = texts.linkImport.draft;
  const body = { file: either.dropsChangesBody, pasted: either.dropsPasted };
  ask({
    title: dropsChanges,
    body: body[origin],
    confirm: dropChanges,
    cancel: origin === 'file' ? either.keepFile : either.keepRows,
    danger: true,
    act,
  });
}
