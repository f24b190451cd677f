// The steps of a script: what a seller does and what befalls the computer. Made up by fast-check, and readable when one fails.
import fc from 'fast-check';
import type { Decision } from '../../src/shared/action.ts';
import { FAULTS, type FaultName } from './outbox-model-service.ts';

export type ScriptStep =
  | { readonly do: 'create product' | 'save webhook' | 'save webhook with a key' }
  | { readonly do: 'create link' | 'edit product' | 'set price'; readonly of: number }
  | { readonly do: 'edit link' | 'delete link' | 'replace link'; readonly of: number }
  | { readonly do: 'discard' | 'send again' | 'it went through'; readonly of: number }
  /** `of`: one bit for each of the first six. */
  | { readonly do: 'delete many'; readonly of: number }
  | { readonly do: 'decide many'; readonly decision: Decision; readonly of: number }
  | { readonly do: 'undo replace'; readonly of: number }
  /** Of the last discard, deletion or decision that can be undone. */
  | { readonly do: 'undo' }
  | { readonly do: 'next request'; readonly meets: FaultName }
  | { readonly do: 'service'; readonly up: boolean }
  | { readonly do: 'work offline'; readonly on: boolean }
  | { readonly do: 'disk'; readonly fails: boolean }
  | { readonly do: 'token expires' | 'sign out' | 'sign in' | 'wake' | 'restart' }
  | { readonly do: 'crash'; readonly luck: number }
  | { readonly do: 'clock jumps' | 'time passes'; readonly ms: number }
  | { readonly do: 'go on'; readonly picks: readonly number[] };

const one = <T extends ScriptStep['do']>(...dos: T[]) => fc.constantFrom(...dos).map((name) => ({ do: name }));
const of = <T extends ScriptStep['do']>(...dos: T[]) =>
  fc.record({ do: fc.constantFrom(...dos), of: fc.nat(5) }) as unknown as fc.Arbitrary<ScriptStep>;
const picks = fc.array(fc.nat(9), { minLength: 1, maxLength: 12 });

const scriptStep: fc.Arbitrary<ScriptStep> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('go on' as const), picks }) },
  {
    weight: 3,
    arbitrary: one('create product', 'save webhook', 'save webhook with a key') as fc.Arbitrary<ScriptStep>,
  },
  { weight: 5, arbitrary: of('create link') },
  { weight: 3, arbitrary: of('edit product', 'edit link', 'set price') },
  { weight: 3, arbitrary: of('delete link', 'replace link') },
  { weight: 3, arbitrary: of('discard', 'send again', 'it went through') },
  { weight: 2, arbitrary: one('undo') as fc.Arbitrary<ScriptStep> },
  { weight: 1, arbitrary: of('undo replace') },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete many' as const), of: fc.nat(63) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('decide many' as const),
      decision: fc.constantFrom<Decision>('sendAgain', 'markAsSent', 'discard'),
      of: fc.nat(63),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('next request' as const), meets: fc.constantFrom(...FAULTS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('service' as const), up: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('work offline' as const), on: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disk' as const), fails: fc.boolean() }) },
  { weight: 3, arbitrary: one('token expires', 'sign out', 'sign in', 'wake', 'restart') as fc.Arbitrary<ScriptStep> },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('crash' as const), luck: fc.nat(63) }) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        do: fc.constantFrom('clock jumps' as const, 'time passes' as const),
        ms: fc.constantFrom(500, 2_500, 60_000, 3_600_000, 86_400_000),
        back: fc.boolean(),
      })
      .map(({ do: name, ms, back }) => ({ do: name, ms: name === 'clock jumps' && back ? -ms : ms })),
  },
);

/** Changes that meet: all of them are about one product, its links and the webhook. */
const meetingStep: fc.Arbitrary<ScriptStep> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('go on' as const), picks }) },
  {
    weight: 6,
    arbitrary: fc.constantFrom<ScriptStep>(
      { do: 'set price', of: 0 },
      { do: 'set price', of: 0 },
      { do: 'save webhook' },
      { do: 'save webhook with a key' },
      { do: 'replace link', of: 0 },
    ),
  },
  { weight: 4, arbitrary: of('discard', 'discard', 'send again') },
  { weight: 2, arbitrary: one('undo') as fc.Arbitrary<ScriptStep> },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('next request' as const),
      meets: fc.constantFrom<FaultName>(
        'lost before it acts',
        'lost after it acted',
        '500 after acting',
        '429',
        '422',
        'a web page after acting',
      ),
    }),
  },
  { weight: 2, arbitrary: one('sign out', 'sign in', 'wake') as fc.Arbitrary<ScriptStep> },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('disk' as const), fails: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const), luck: fc.nat(63) }) },
);

const scriptOf = (step: fc.Arbitrary<ScriptStep>) => fc.array(step, { minLength: 1, maxLength: 60, size: 'max' });

export const scripts = (): fc.Arbitrary<ScriptStep[]> => fc.oneof(scriptOf(scriptStep), scriptOf(meetingStep));
