// Passes a file or pasted rows to the main process, which reads them.
import { type ImportDraftView, MAX_IMPORT_BYTES } from '../../../../shared/link-import.ts';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call, type Result } from '../../../bridge.ts';
import { ask, type Question } from '../../../kit/dialogs.tsx';
import { notify } from '../../../kit/notify.tsx';
import { goFromHere } from '../../../state/route.ts';

const t = texts.linkImport.reading;

const invalid = (message: string): Result<never> => ({ ok: false, problem: { code: 'invalid', message } });

/** The file's bytes as base64, because not every host transfers binary data. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

export async function readFile(file: File): Promise<Result<unknown>> {
  if (file.size > MAX_IMPORT_BYTES) {
    const size = (file.size / 1024 / 1024).toFixed(1);
    return invalid(t.tooLarge({ megabytes: size }));
  }
  if (file.size === 0) return invalid(shared.linkTable.file.empty);
  let bytes: string;
  try {
    bytes = await base64Of(file);
  } catch (error) {
    return invalid(t.notRead({ reason: (error as Error).message }));
  }
  return call('imports.read', { name: file.name, bytes, text: null });
}

export const readPasted = (text: string): Promise<Result<unknown>> =>
  call('imports.read', { name: t.pastedRows, bytes: null, text });

/** Returns the one dropped file; shows an error for several. */
export function onlyFile(files: FileList): File | null {
  const [file = null] = files;
  if (files.length > 1) notify('attention', t.oneFileOnly);
  return files.length > 1 ? null : file;
}

/** Reads a file that was dropped onto the list, and opens the import. Asks first if changes of the open file would be lost. */
export async function readDropped(file: File): Promise<void> {
  const showImport = goFromHere();
  const read = async (): Promise<Result<unknown>> => {
    const answer = await readFile(file);
    if (answer.ok) showImport('#/links/import');
    return answer;
  };
  const before = await call('imports.draft', undefined);
  if (before.ok && before.value?.isTouched) return askToDropChanges(before.value, read);
  const answer = await read();
  if (!answer.ok) notify('error', answer.problem.message);
}

/** Asks before the open file is closed with what the seller changed in it. */
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
