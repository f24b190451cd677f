// session: permissions, requests, proxy and downloads.
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

export const sessionCases: readonly SharedCase[] = [];
export const sessionProcessCases: readonly ProcessCase[] = [];
