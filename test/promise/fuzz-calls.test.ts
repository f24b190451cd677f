// The app survives any message from a page.
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createPracticeHandlers } from '../../src/main/electron/practice.ts';
import { windowHandlers } from '../../src/main/electron/window.ts';
import { frameSchema } from '../../src/shared/contract/app.ts';
import { type Channel, contract } from '../../src/shared/contract.ts';
import { startSignedIn } from '../support/computer-fixtures.ts';
import { handled } from '../support/ipc-electron.ts';

vi.mock('electron', () => import('../support/ipc-electron.ts'));

const HOSTILE = [
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  // An object whose `length` throws when it is compared with a number.
  JSON.parse('{"length":{"valueOf":1,"toString":1}}'),
  JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`),
  'x'.repeat(300_000),
  '\0\ud800\u202e<img src=x onerror=alert(1)>',
  '../../../etc/passwd',
  Number.MAX_SAFE_INTEGER,
  -1,
  null,
];
const anything = fc.oneof(fc.constantFrom(...HOSTILE), fc.anything({ withBigInt: true, withNullPrototype: true }));

/** Inputs with the fields of the channel, most with values of the right type. */
function inputsOf(channel: Channel): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(contract[channel].input, { io: 'input', unrepresentable: 'any' });
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return fc.oneof(fc.constant(undefined), anything);
  const plausible = (field: z.core.JSONSchema._JSONSchema): fc.Arbitrary<unknown> => {
    const type = typeof field === 'object' ? field.type : undefined;
    if (type === 'string') return fc.string({ unit: 'binary' });
    if (type === 'integer' || type === 'number') return fc.integer({ min: 0, max: 300 });
    if (type === 'boolean') return fc.boolean();
    if (type === 'array') return fc.array(fc.string());
    return fc.constantFrom(null, '', {});
  };
  const record = Object.fromEntries(
    fields.map(([name, field]) => [name, fc.oneof({ weight: 4, arbitrary: plausible(field) }, anything)]),
  );
  return fc.oneof({ weight: 4, arbitrary: fc.record(record) }, anything);
}

it('any input on any channel gets a response, and never causes an internal error', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  const { computer } = await startSignedIn();
  await computer.workOffline(true);
  const product = await computer.product('Coaching hour');
  await computer.link(product, '1042');
  const { registerHandlers } = await import('../../src/main/electron/ipc.ts');
  // Signing in could contact any address, and signing out would end the test.
  const { 'session.signIn': _, 'session.signOut': __, ...ofDesk } = computer.call;
  const tried = {
    ...ofDesk,
    ...windowHandlers,
    ...createPracticeHandlers(() => null),
  };
  registerHandlers(tried as never, () => true);
  const faults: string[] = [];
  const [carriedOut, refused] = [new Set<string>(), new Set<string>()];
  for (const channel of Object.keys(tried) as Channel[]) {
    await fc.assert(
      fc.asyncProperty(inputsOf(channel), async (input) => {
        const answer = await handled.get(`desk:${channel}`)?.({ senderFrame: null }, input);
        expect(answer).toMatchObject({ ok: expect.any(Boolean) });
        const { problem } = answer as { problem?: { code: string; message: string } };
        (problem ? refused : carriedOut).add(channel);
        if (problem) expect(problem.message.trim()).not.toBe('');
        if (problem?.code === 'internal' && !/practice store/.test(problem.message)) faults.push(channel);
      }),
      { numRuns: 6 },
    );
  }
  expect(faults).toEqual([]);
  // A test that sees only rejections would prove little.
  expect(carriedOut.size).toBeGreaterThan(30);
  expect(refused.size).toBeGreaterThan(30);
  expect(Reflect.get({}, 'polluted')).toBeUndefined();
  expect(frameSchema.safeParse(computer.app.frame()).success).toBe(true);
  expect(computer.store.status().waiting).toBeGreaterThanOrEqual(2);
});
