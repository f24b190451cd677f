// webContents: loading, navigating, sending and printing.
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

export const webContentsCases: readonly SharedCase[] = [];
export const webContentsProcessCases: readonly ProcessCase[] = [];
