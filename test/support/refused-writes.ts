// Lets writes of electron-store documents fail as on a full disk.
import { type MockInstance, vi } from 'vitest';
import { StoredFile } from '../../src/main/storage/document.ts';

const { write } = StoredFile.prototype;

/** Refuses until the mock is restored. */
export function refuseWrites(
  isRefused: (path: string) => boolean = () => true,
  code = 'ENOSPC',
): MockInstance<StoredFile['write']> {
  return vi.spyOn(StoredFile.prototype, 'write').mockImplementation(function (this: StoredFile, content) {
    if (isRefused(this.path)) throw Object.assign(new Error(`${code}: refused by the test`), { code });
    return write.call(this, content);
  });
}
