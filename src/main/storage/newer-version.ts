// A file that a newer app has written.
import { basename } from 'node:path';
import { texts } from '../../shared/texts/main.ts';

/** A newer app has written this file. It is not damaged: nothing was touched, and that app can still read it. */
export class NewerVersionError extends Error {
  constructor(what: string, path: string, version: number, newest: number) {
    super(texts.storage.newerVersion(what, basename(path), version, newest));
    this.name = 'NewerVersionError';
  }
}
