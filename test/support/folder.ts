// Creates and removes temporary folders.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export const newFolder = (): string => mkdtempSync(join(tmpdir(), 'storefront-test-'));
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** A new folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = newFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}
