// dialog, clipboard and shell.
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

export const dialogClipboardShellCases: readonly SharedCase[] = [];
export const dialogClipboardShellProcessCases: readonly ProcessCase[] = [];
