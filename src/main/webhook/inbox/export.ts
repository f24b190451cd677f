// Exports deliveries as JSON, in the document's shape, with their time and verification.
import { setImmediate } from 'node:timers/promises';
import { texts } from '../../../shared/texts/main.ts';
import { writeForSeller } from '../../storage/durable-file.ts';
import { documentShape } from './pretty.ts';
import type { Kept } from './record.ts';

/** Skips deliveries that are removed meanwhile. Throws `StorageError`. */
export const exportText = (
  file: string,
  ids: readonly string[],
  read: (id: string) => Kept | undefined,
): Promise<void> => writeForSeller(file, inParts(ids, read), texts.inbox.kept.deliveries);

async function* inParts(ids: readonly string[], read: (id: string) => Kept | undefined): AsyncGenerator<string> {
  let between = '[';
  for (const id of ids) {
    const kept = read(id);
    if (!kept) continue;
    const { record, body } = kept;
    const about = {
      received_at: new Date(record.at).toISOString(),
      verification: record.verification,
      answered: record.answered,
      path: record.path,
      body_encoding: record.encoding,
    };
    const head = JSON.stringify(about).slice(0, -1);
    yield `${between}\n${head},"delivery":${documentShape(record, body)}}`;
    between = ',';
    await setImmediate();
  }
  yield between === '[' ? '[]\n' : '\n]\n';
}
