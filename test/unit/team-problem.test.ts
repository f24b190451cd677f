// The message when the server of a team cannot be used, with what to do.
import { expect, it } from 'vitest';
import { StorageError } from '../../src/main/storage/durable-file.ts';
import { problemOf } from '../../src/main/team/problem.ts';

const failed = (code: string) =>
  problemOf(new Error('The connection failed', { cause: Object.assign(new Error('tls'), { code }) }));

it.each([
  ['CERT_NOT_YET_VALID', 'Check the date and time of this computer'],
  ['CERT_HAS_EXPIRED', 'has expired by the clock of this computer'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'another certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'another certificate'],
  ['ECONNREFUSED', 'The team server cannot be reached: ECONNREFUSED.'],
])('%s is shown as: %s', (code, words) => {
  expect(failed(code)).toContain(words);
});

it('a failing disk is no problem of the server', () => {
  expect(problemOf(new StorageError('The deliveries', new Error('full')))).toContain('Sales wait at the relay');
});
