// Menu and MenuItem.
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

export const menuCases: readonly SharedCase[] = [];
export const menuProcessCases: readonly ProcessCase[] = [];
