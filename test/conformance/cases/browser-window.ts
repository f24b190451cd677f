// BrowserWindow: showing, closing, and what it emits.
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

export const browserWindowCases: readonly SharedCase[] = [];
export const browserWindowProcessCases: readonly ProcessCase[] = [];
