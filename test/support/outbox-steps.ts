// The steps of a script, by the seller or the environment: plain data that fast-check generates, shrinks and prints.
import fc from 'fast-check';
import type { Decision } from '../../src/shared/change.ts';
import { FAULTS, type FaultName } from './outbox-model-service.ts';

export type ScriptStep =
  | { readonly do: 'create product' | 'save webhook' | 'save webhook with a key' }
  | { readonly do: 'create link' | 'edit product' | 'set price'; readonly of: number }
  | { readonly do: 'edit link' | 'delete link' | 'keep link' | 'replace link'; readonly of: number }
  | { readonly do: 'discard' | 'send again' | 'mark as sent'; readonly of: number }
  /** `of` has one bit for each of the first six links or changes. */
  | { readonly do: 'delete many'; readonly of: number }
  | { readonly do: 'decide many'; readonly decision: Decision; readonly of: number }
  | { readonly do: 'undo replace'; readonly of: number }
  /** Batches. To replace links, `of` has one bit for each of the first six. */
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

type Weighted = { readonly weight: number; readonly arbitrary: fc.Arbitrary<ScriptStep> };
const one = (weight: number, ...dos: ScriptStep['do'][]): Weighted => ({
  weight,
  arbitrary: fc.constantFrom(...dos).map((name) => ({ do: name }) as ScriptStep),
});
/** Steps with other fields, whose values `values` generates. */
const having = (weight: number, values: Readonly<Record<string, fc.Arbitrary<unknown>>>, ...dos: ScriptStep['do'][]) =>
  ({ weight, arbitrary: fc.record({ do: fc.constantFrom(...dos), ...values }) }) as Weighted;

const of = fc.nat(5);
const some = fc.nat(63);
const on = fc.boolean();
const goOn = having(8, { picks: fc.array(fc.nat(9), { minLength: 1, maxLength: 12 }) }, 'go on');
const undo = one(2, 'undo');
const diskFails = having(1, { fails: on }, 'disk');
const ms = fc.constantFrom(500, 2_500, 60_000, 3_600_000, 86_400_000);

const scriptStep = fc.oneof(
  goOn,
  one(3, 'create product', 'save webhook', 'save webhook with a key'),
  having(5, { of }, 'create link'),
  having(3, { of }, 'edit product', 'edit link', 'set price'),
  having(3, { of }, 'delete link', 'replace link'),
  having(3, { of }, 'discard', 'send again', 'mark as sent'),
  undo,
  having(1, { of }, 'undo replace'),
  having(3, { of }, 'create batch'),
  having(2, { of: some }, 'replace batch', 'delete many'),
  one(2, 'undo deletion', 'pause batch', 'resume batch', 'cancel batch'),
  having(1, { of }, 'keep link'),
  having(1, { decision: fc.constantFrom('sendAgain', 'markAsSent', 'discard'), of: some }, 'decide many'),
  having(5, { meets: fc.constantFrom(...FAULTS) }, 'next request'),
  having(1, { up: on }, 'service'),
  having(1, { on }, 'work offline'),
  diskFails,
  one(3, 'token expires', 'sign out', 'sign in', 'wake', 'restart'),
  having(4, { luck: some }, 'crash'),
  having(1, { ms }, 'time passes'),
  having(1, { ms: fc.tuple(ms, fc.constantFrom(1, -1)).map(([time, sign]) => time * sign) }, 'clock jumps'),
);

const MEETING_FAULTS: readonly FaultName[] = [
  'lost before it acts',
  'lost after it acted',
  '500 after acting',
  '429',
  '422',
  'a web page after acting',
];
/** Concurrent changes, all about one product, its links and the webhook. */
const meetingStep = fc.oneof(
  goOn,
  having(4, { of: fc.constant(0) }, 'set price', 'replace link'),
  one(3, 'save webhook', 'save webhook with a key'),
  having(4, { of }, 'discard', 'discard', 'send again'),
  undo,
  having(5, { meets: fc.constantFrom(...MEETING_FAULTS) }, 'next request'),
  one(2, 'sign out', 'sign in', 'wake'),
  diskFails,
  having(2, { luck: some }, 'crash'),
);

const scriptOf = (step: fc.Arbitrary<ScriptStep>) => fc.array(step, { minLength: 1, maxLength: 60, size: 'max' });

export const scripts = (): fc.Arbitrary<ScriptStep[]> => fc.oneof(scriptOf(scriptStep), scriptOf(meetingStep));
