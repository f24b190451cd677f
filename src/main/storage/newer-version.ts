// The error for a file that a newer version of the app has written.
import { basename } from 'node:path';
import { texts } from '../../shared/texts/main.ts';

/** The file is not damaged and was not changed; the newer version can still read it. */
export class NewerVersionError extends Error {
  constructor(what: string, path: string, version: number, newest: number) {
    super(texts.storage.newerVersion({ what, file: basename(path), version, newest }));
    this.name = 'NewerVersionError';
  }
}
