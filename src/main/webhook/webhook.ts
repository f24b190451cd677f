// Use cases of the after-sell webhook (document, sections 4.6, 4.7 and 6).
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { syncStateOf } from '../../shared/change.ts';
import { type InboxView, inboxTrouble } from '../../shared/inbox.ts';
import { ok, type Result, refuse, refuseField } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import {
  isKeyLost,
  WEBHOOK_KEY_LENGTH,
  type WebhookDraft,
  type WebhookTest,
  type WebhookView,
} from '../../shared/webhook.ts';
import { type Change, needsSeller, WEBHOOK_SUBJECT } from '../outbox/change.ts';
import { type Outcome, readErrorHeadline, redact } from '../service/outcome.ts';
import { requests } from '../service/wire.ts';
import type { StoreContext } from '../store-context.ts';
import { TESTS_KEPT } from '../store-record.ts';
import { mostUrgentChange } from '../sync/record-state.ts';
import { describeOutcome, describeUnreachable, webhookDoubt } from '../sync/wording.ts';
import type { KnownKey } from './inbox/verify.ts';
import { forgetKeys, keyRefOf, settingsOf } from './webhook-settled.ts';

const t = texts.webhook;

/** What the newest open change of the webhook sets; null if there is none. */
const pending = ({ queue }: StoreContext) => queue.of(WEBHOOK_SUBJECT).map(settingsOf).at(-1) ?? null;

/** The newest key; later changes without a key keep it. */
const newestKeyRef = (changes: readonly Change[]): string | null =>
  changes.map(keyRefOf).findLast((keyRef) => keyRef !== null) ?? null;

const pendingKeyRef = ({ queue }: StoreContext): string | null => newestKeyRef(queue.of(WEBHOOK_SUBJECT));

const keyRefInUse = (store: StoreContext): string | null =>
  pendingKeyRef(store) ?? store.webhook.value.saved?.keyRef ?? null;

/** The keys that deliveries may carry: the saved key, and the keys of queued changes. */
export function knownKeys(store: StoreContext): KnownKey[] {
  const keyRefs = [store.webhook.value.saved?.keyRef ?? null, ...store.queue.of(WEBHOOK_SUBJECT).map(keyRefOf)];
  return [...new Set(keyRefs)].flatMap((keyRef) => {
    const key = store.webhookKey(keyRef);
    return key === null ? [] : { storeId: store.id, key };
  });
}

/** The state of the key that the seller set last. */
function keyState(store: StoreContext): NonNullable<WebhookView['current']>['key'] {
  const keyRef = keyRefInUse(store);
  if (keyRef === null) return 'none';
  if (store.webhookKey(keyRef) !== null) return 'here';
  if (store.isKeyLocked(keyRef)) return 'locked';
  return pendingKeyRef(store) ? 'gone' : 'on-service';
}

export function webhookView(store: StoreContext): WebhookView {
  const { saved, tests, doubt } = store.webhook.value;
  const [newest] = tests;
  const urgent = mostUrgentChange(store.queue.of(WEBHOOK_SUBJECT));
  const settings = webhookTarget(store);
  return {
    current: settings && {
      url: settings.url,
      isOn: settings.isOn,
      key: keyState(store),
      sync: urgent ? syncStateOf(urgent.state) : doubt ? 'uncertain' : 'synced',
      changeId: urgent?.id ?? null,
      savedAt: settings !== saved || doubt ? null : (saved?.savedAt ?? null),
      recordedByYou: saved?.recordedByYou,
    },
    uncertain: doubt ? webhookDoubt(doubt) : null,
    keyUncertain: doubt?.about.includes('key') ?? false,
    testBlocked: whyNoTest(store),
    test: newest && isDeepStrictEqual(newest.madeWith, target(store)) ? newest : null,
  };
}

/** The address and switch that the seller set last; null before the first save. */
export const webhookTarget = (store: StoreContext) => pending(store) ?? store.webhook.value.saved;

/** Why sales do not arrive verified, in words; null if they do, or if none are sent. */
export function webhookMark(store: StoreContext, inbox: InboxView): string | null {
  const target = webhookTarget(store);
  if (!target?.isOn) return null;
  const trouble = inboxTrouble(inbox, target);
  if (trouble) return t.marks[trouble];
  const key = keyState(store);
  if (key === 'none') return t.marks.noKey;
  return isKeyLost(key) ? t.marks.keyLost : null;
}

const target = (store: StoreContext) => ({ url: webhookTarget(store)?.url ?? null, keyRef: keyRefInUse(store) });

function whyNoTest(store: StoreContext): string | null {
  if (store.queue.of(WEBHOOK_SUBJECT).some(needsSeller)) return t.test.changeNeedsYou;
  if (pending(store)) return t.test.changeWaits;
  if (!store.session.isSignedIn) return t.test.signIn;
  return null;
}

/** The saved key, if a discarded change may have left another one on the service. The next change sends it again. */
function keyToSendAgain(store: StoreContext): string | null {
  const { saved, doubt } = store.webhook.value;
  // A waiting change with a key resolves the doubt. A locked key is sent once a start can read it.
  const isInDoubt = doubt?.about.includes('key') && pendingKeyRef(store) === null;
  return isInDoubt && ['here', 'locked'].includes(keyState(store)) ? (saved?.keyRef ?? null) : null;
}

/** Accepts a change to the webhook. Replaces an unsent one, field by field. */
export async function saveWebhook(store: StoreContext, draft: WebhookDraft): Promise<Result<void>> {
  const newRef = draft.key === null ? null : store.deps.stamper.id();
  if (newRef !== null && draft.key !== null) await store.deps.vault.set(store.keyName(newRef), draft.key);
  const replaced = store.queue.replaceable(WEBHOOK_SUBJECT, 'settings.update');
  const keyRef = newRef ?? newestKeyRef(replaced) ?? keyToSendAgain(store);
  if (replaced.length > 0 && newRef === null && keyState(store) === 'gone') {
    return refuseField('key', t.needsKeyAgain);
  }
  const payload = { kind: 'settings.update' as const, url: draft.url, isOn: draft.isOn, keyRef };
  try {
    const replacedIds = replaced.map(({ id }) => id);
    if (replacedIds.length > 0) await store.outbox.revise(replacedIds, payload);
    else await store.outbox.accept([{ subject: WEBHOOK_SUBJECT, payload, waitsFor: [] }]);
  } finally {
    // The new key too, if the change was refused.
    await forgetKeys(store, [newRef, ...replaced.map(keyRefOf)]);
  }
  return ok(undefined);
}

/** 256 random bits as 64 hexadecimal digits. */
export const generateKey = (): string => randomBytes(WEBHOOK_KEY_LENGTH / 2).toString('hex');

export function savedKey(store: StoreContext): Result<{ key: string }> {
  const key = store.webhookKey(keyRefInUse(store));
  if (key !== null) return ok({ key });
  return refuse('not-found', keyState(store) === 'locked' ? t.keyLocked : t.keyNotHere);
}

/** Section 4.7: the service sends a test event to the saved address. Never queued. */
export async function testWebhook(store: StoreContext): Promise<Result<WebhookTest>> {
  // The seller may have pressed "Save webhook" just before.
  if (pending(store)) await store.outbox.attempted();
  const blocked = whyNoTest(store);
  const token = store.session.token();
  if (blocked !== null || token === null) {
    return refuse(token === null ? 'signed-out' : 'conflict', blocked ?? t.test.signIn);
  }
  const at = store.deps.now();
  const madeWith = target(store);
  const secrets = store.session.secrets();
  store.testSince = at;
  const answer = await store.session.client.send({ ...requests.testSellWebhook(), token });
  if (store.testSince === at) store.testSince = null;
  const outcome = redact(answer, [token, ...secrets]);
  const test: WebhookTest = {
    id: store.deps.stamper.id(),
    at,
    tookMs: Math.max(0, store.deps.now() - at),
    status: outcome.kind === 'never-left' ? null : outcome.status,
    body: outcome.kind === 'answered' ? outcome.body.slice(0, 2_000) : '',
    ...judge(outcome),
  };
  const { value } = store.webhook;
  store.webhook.save({ ...value, tests: [{ ...test, madeWith }, ...value.tests].slice(0, TESTS_KEPT) });
  if (outcome.kind === 'answered' && outcome.status === 401) store.session.refused(token);
  store.deps.onChange();
  return ok(test);
}

/** How long after a failed answer a test event may still arrive, in ms. */
const LATE_MS = 60_000;

/** Whether an event received at this time may be the event of a test. */
export const isTestTime = ({ webhook, testSince }: StoreContext, time: number): boolean =>
  (testSince !== null && time >= testSince) ||
  webhook.value.tests.some(
    ({ at, tookMs, delivered }) => time >= at && time <= at + tookMs + (delivered ? 0 : LATE_MS),
  );

/** Delivered means status 200 and the body `1` (section 4.7). Other answers are not documented (section 7). */
function judge(outcome: Outcome): Pick<WebhookTest, 'delivered' | 'explanation'> {
  const { test } = t;
  const failed = (explanation: string) => ({ delivered: false, explanation });
  if (outcome.kind === 'never-left') return failed(test.unreachable({ why: describeUnreachable(outcome) }));
  if (outcome.kind === 'lost') return failed(test.noAnswer({ ended: describeOutcome(outcome) }));
  const { status, body } = outcome;
  if (status === 200 && body.trim() === '1') return { delivered: true, explanation: test.delivered };
  if (status === 401) return failed(test.signedOut);
  if (status === 200) return failed(test.notConfirmed);
  const headline = readErrorHeadline(body);
  return failed(headline ? test.refusedWith({ headline, status }) : test.refused({ status }));
}
