// safeStorage: the system's key store.
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

export const safeStorageCases: readonly SharedCase[] = [];
export const safeStorageProcessCases: readonly ProcessCase[] = [];
