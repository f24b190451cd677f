// The steps of a script: changes of the seller and of the environment. fast-check generates them; a failure prints them readably.
import fc from 'fast-check';
import type { Decision } from '../../src/shared/change.ts';
import { FAULTS, type FaultName } from './outbox-model-service.ts';

export type ScriptStep =
  | { readonly do: 'create product' | 'save webhook' | 'save webhook with a key' }
  | { readonly do: 'create link' | 'edit product' | 'set price'; readonly of: number }
  | { readonly do: 'edit link' | 'delete link' | 'keep link' | 'replace link'; readonly of: number }
  | { readonly do: 'discard' | 'send again' | 'mark as sent'; readonly of: number }
  /** `of` has one bit for each of the first six. */
  | { readonly do: 'delete many'; readonly of: number }
  | { readonly do: 'decide many'; readonly decision: Decision; readonly of: number }
  | { readonly do: 'undo replace'; readonly of: number }
  /** Batches. Among links, `of` has one bit for each of the first six. */
  | { readonly do: 'create batch' | 'replace batch'; readonly of: number }
  | { readonly do: 'undo deletion' | 'pause batch' | 'resume batch' | 'cancel batch' }
  /** Undoes the last discard or decision. */
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
  { weight: 3, arbitrary: of('discard', 'send again', 'mark as sent') },
  { weight: 2, arbitrary: one('undo') as fc.Arbitrary<ScriptStep> },
  { weight: 1, arbitrary: of('undo replace') },
  { weight: 3, arbitrary: of('create batch') },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('replace batch' as const, 'delete many' as const), of: fc.nat(63) }),
  },
  {
    weight: 2,
    arbitrary: one('undo deletion', 'pause batch', 'resume batch', 'cancel batch') as fc.Arbitrary<ScriptStep>,
  },
  { weight: 1, arbitrary: of('keep link') },
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

/** Concurrent changes, all about one product, its links and the webhook. */
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
