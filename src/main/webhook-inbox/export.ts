// Deliveries as a JSON file: each in the document's shape, with when it came and whether it was verified.
import { setImmediate } from 'node:timers/promises';
import { texts } from '../../shared/texts/main.ts';
import { writeForSeller } from '../storage/durable-file.ts';
import { documentShape } from './pretty.ts';
import type { DeliveryRecord } from './record.ts';

/** One that is forgotten while the file is written is left out. Throws a `StorageError`. */
export const exportText = (
  file: string,
  records: readonly DeliveryRecord[],
  bodyOf: (record: DeliveryRecord) => string,
): Promise<void> => writeForSeller(file, inParts(records, bodyOf), texts.inbox.kept.deliveries);

async function* inParts(
  records: readonly DeliveryRecord[],
  bodyOf: (record: DeliveryRecord) => string,
): AsyncGenerator<string> {
  let between = '[';
  for (const record of records) {
    const body = bodyIfThere(() => bodyOf(record));
    if (body === null) continue;
    const about = {
      received_at: new Date(record.at).toISOString(),
      verification: record.verification,
      answered: record.answered,
      path: record.path,
      body_encoding: record.body.encoding,
    };
    const head = JSON.stringify(about).slice(0, -1);
    yield `${between}\n${head},"delivery":${documentShape(record, body)}}`;
    between = ',';
    await setImmediate();
  }
  yield between === '[' ? '[]\n' : '\n]\n';
}

function bodyIfThere(read: () => string): string | null {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
