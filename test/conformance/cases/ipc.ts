// ipcMain and contextBridge: what crosses between page and main process.
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

export const ipcCases: readonly SharedCase[] = [];
export const ipcProcessCases: readonly ProcessCase[] = [];
