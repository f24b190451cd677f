// protocol: schemes of the app's own.
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

export const protocolCases: readonly SharedCase[] = [];
export const protocolProcessCases: readonly ProcessCase[] = [];
