// The promise, checked: what the seller was told, what the service did, and what the app says, once everything has settled.
import type { Action } from '../../src/main/outbox/action.ts';
import { ALREADY_GONE } from '../../src/main/outbox/policy.ts';
import { isRepeatable } from '../../src/shared/action.ts';
import { type Asked, type Diary, labelIn, priceOf, webhookOf } from './outbox-script.ts';
import type { World } from './outbox-world.ts';

/** An attempt after which a thing may exist although the app was not told. */
function isDoubtful({ outcome }: Action['attempts'][number]): boolean {
  if (outcome.kind !== 'answered') return outcome.kind === 'lost';
  const { status, retryAfterMs } = outcome;
  if (status === 503) return retryAfterMs === null;
  return (status >= 200 && status < 300) || status === 302 || status === 303 || status >= 500;
}

function labelOf(action: Action): string | null {
  const { payload } = action;
  if (payload.kind === 'product.create') return labelIn(payload.fields.productTitle);
  if (payload.kind === 'link.create') return labelIn(payload.draft.metadata[0]?.value ?? '');
  return null;
}

/** The whole text that was edited: the label, and what it was edited to. */
function textOf(action: Action): string {
  const { payload } = action;
  if (payload.kind === 'product.create') return payload.fields.productTitle;
  return payload.kind === 'link.create' ? (payload.draft.metadata[0]?.value ?? '') : '';
}

/** Everything in which the promise is broken; empty when it was kept. */
export function brokenPromises(world: World, diary: Diary): string[] {
  const history = world.history.read();
  const unfinished = world.queue.read();
  const actions = [...history, ...unfinished].sort((a, b) => (a.id < b.id ? -1 : 1));
  const broken = [...diary.faults, ...world.service.wrongs];
  const twice = actions.find(({ id }, index) => actions[index + 1]?.id === id);
  if (twice) broken.push(`${twice.id} stands in the queue and in the history`);
  for (const entry of diary.asked) {
    if (entry.kind === 'product' || entry.kind === 'link') broken.push(...creation(entry, actions, world, diary));
    if (entry.kind === 'delete') broken.push(...deletion(entry, actions, world));
  }
  // In the order in which they were accepted: where the clock went back, that is not the order of all ids.
  const turn = ({ id }: Action) => world.queue.written.indexOf(id);
  const accepted = actions.toSorted((a, b) => turn(a) - turn(b));
  broken.push(...edits(diary, actions), ...latest('price', diary, accepted), ...latest('webhook', diary, accepted));
  broken.push(
    ...updates(actions, world, diary),
    ...order(world),
    ...replacements(actions, world),
    ...catalogue(world, history),
  );
  return broken;
}

function creation({ label, status }: Asked, actions: readonly Action[], world: World, diary: Diary): string[] {
  const found = actions.filter((action) => labelOf(action) === label);
  const [action] = found;
  if (found.length > 1) return [`${label} is there ${found.length} times`];
  if (!action) {
    const made = world.service.deeds.some(({ body }) => JSON.stringify(body).includes(`"${label}"`));
    if (status === 'accepted') return [`${label} was accepted and is lost`];
    return made ? [`${label} was made without being accepted`] : [];
  }
  if (status === 'refused') return [`${label} was refused and is there all the same (${action.state})`];
  const deeds = world.service.deeds.filter(({ actionId }) => actionId === action.id);
  const allowed = 1 + diary.sentAgain.filter((id) => id === action.id).length;
  const doubts = action.attempts.filter(isDoubtful).length;
  const answered = action.ending === 'sent' && !diary.foundOut.has(action.id) ? 1 : 0;
  const broken: string[] = [];
  if (deeds.length > allowed) broken.push(`${label} was made ${deeds.length} times, at most ${allowed} were agreed to`);
  if (deeds.length > doubts + answered)
    broken.push(`${label} was made ${deeds.length} times, with ${doubts} doubts shown`);
  if (action.ending === 'sent' && deeds.length === 0) broken.push(`${label} counts as sent and was never made`);
  if (answered === 1 && allowed === 1 && !JSON.stringify(deeds[0]?.body).includes(textOf(action))) {
    broken.push(`${label} was made as something else: ${JSON.stringify(deeds[0]?.body)}`);
  }
  return broken;
}

function deletion({ label, of, status }: Asked, actions: readonly Action[], world: World): string[] {
  const on = actions.filter(({ subject }) => subject === of);
  const sent = on.find(({ payload }) => payload.kind === 'link.delete');
  const made = on.find(({ payload }) => payload.kind === 'link.create');
  if (status === 'withdrawn') return made?.ending === 'withdrawn' ? [] : [`${label} took back nothing`];
  if (status === 'accepted' && !sent) return [`${label} was accepted and is lost`];
  if (sent?.ending !== 'sent') return [];
  // A 404 after a lost answer is believed: the outcome table says so.
  const isBelieved = sent.result?.kind === 'accepted' && sent.result.note === ALREADY_GONE;
  if (isBelieved && sent.attempts.some(({ outcome }) => outcome.kind === 'lost')) return [];
  const { paymentLink, deletedAt } = world.catalogue.links.get(of) ?? {};
  if (world.service.stands(paymentLink ?? '')) return [`${label} was sent, and the link stands`];
  return deletedAt === null ? [`${label} was sent, and the link stands in the catalogue`] : [];
}

/** A price, a webhook, or a deletion that counts as sent was carried out. */
function updates(actions: readonly Action[], world: World, diary: Diary): string[] {
  const carriedOut = new Set(world.service.deeds.map(({ actionId }) => actionId));
  return actions
    .filter(({ ending, payload }) => ending === 'sent' && isRepeatable(payload.kind))
    .filter(({ id, attempts }) => {
      const mayBeGone = attempts.some(({ outcome }) => outcome.kind === 'lost');
      return !carriedOut.has(id) && !diary.foundOut.has(id) && !mayBeGone;
    })
    .map(({ id, payload }) => `${payload.kind} ${id} counts as sent and was never carried out`);
}

/** The last edit that was accepted is what the change holds, unless a later one may have been taken without a word. */
function edits(diary: Diary, actions: readonly Action[]): string[] {
  const broken: string[] = [];
  for (const of of new Set(diary.asked.filter(({ kind }) => kind === 'edit').map((entry) => entry.of))) {
    const action = actions.find((one) => labelOf(one) === of);
    const texts = possible(diary.asked.filter((entry) => entry.kind === 'edit' && entry.of === of));
    if (!action || texts.length === 0) continue;
    const may = texts.map((label) => (label === null ? of : `${of} as ${label}`));
    if (!may.includes(textOf(action))) broken.push(`${of} should be one of ${may}, and is ${textOf(action)}`);
  }
  return broken;
}

/** Of changes that replace each other, those that may stand at the end; null for the state before all of them. */
function possible(entries: readonly Asked[]): (string | null)[] {
  const last = entries.findLastIndex(({ status }) => status === 'accepted');
  const after = entries.slice(last + 1).filter(({ status }) => status === 'asked');
  // What is still asked while an earlier one is accepted goes after it, so asked ones before the last accepted are past.
  return [last < 0 ? null : (entries[last]?.label ?? null), ...after.map(({ label }) => label)];
}

/** The newest price of a product, or the newest webhook, that was accepted stands in an action, and no older one goes after it. */
function latest(kind: 'price' | 'webhook', diary: Diary, actions: readonly Action[]): string[] {
  const broken: string[] = [];
  for (const of of new Set(diary.asked.filter((entry) => entry.kind === kind).map((entry) => entry.of))) {
    const may = possible(diary.asked.filter((entry) => entry.kind === kind && entry.of === of));
    if (may.includes(null)) continue;
    const carries = ({ payload }: Action, label: string) => {
      if (payload.kind === 'settings.update') return payload.url === webhookOf(label);
      return payload.kind === 'product.update' && payload.prices[0]?.priceCents === priceOf(label);
    };
    const on = actions.filter(({ subject, payload }) => subject === of && isRepeatable(payload.kind));
    const stands = on.findLastIndex((action) => may.some((label) => label !== null && carries(action, label)));
    const after = on.slice(stands + 1).filter(({ ending }) => ending !== 'discarded');
    if (stands < 0) broken.push(`${may} was accepted and is lost`);
    else if (after.length > 0) broken.push(`${may} was accepted, and an older one goes after it`);
  }
  return broken;
}

/** First in, first out for the same thing. */
function order(world: World): string[] {
  const newest = new Map<string, number>();
  const broken: string[] = [];
  for (const { subject, actionId, kind } of world.service.deeds) {
    const before = newest.get(subject) ?? -1;
    const turn = world.queue.written.indexOf(actionId);
    if (turn < before) broken.push(`${kind} on ${subject} came after a later change to it`);
    newest.set(subject, Math.max(before, turn));
  }
  return broken;
}

/** A replaced link was deleted only after the new one was made and known; and neither was accepted without the other. */
function replacements(actions: readonly Action[], world: World): string[] {
  const broken: string[] = [];
  for (const { id, payload, ending } of actions) {
    if (payload.kind !== 'link.delete' || payload.replacedBy === undefined) continue;
    const { replacedBy } = payload;
    const creation = actions.find((one) => one.subject === replacedBy && one.payload.kind === 'link.create');
    const made = world.service.deeds.findIndex(({ actionId }) => actionId === creation?.id);
    const deleted = world.service.deeds.findIndex(({ actionId }) => actionId === id);
    if (!creation) broken.push(`${id} replaces by a link that was never accepted`);
    if (deleted < 0 && ending !== 'sent') continue;
    if (made < 0 || (deleted >= 0 && deleted < made)) broken.push(`${id} was deleted before its replacement was made`);
    if (creation?.ending !== 'sent') broken.push(`${id} was deleted while its replacement was ${creation?.state}`);
  }
  return broken;
}

/** The catalogue has what came of what was sent. */
function catalogue(world: World, history: readonly Action[]): string[] {
  const broken: string[] = [];
  const turn = ({ id }: Action) => world.queue.written.indexOf(id);
  const sent = history.filter(({ ending }) => ending === 'sent').sort((a, b) => turn(a) - turn(b));
  const last = new Map(sent.map((action) => [`${action.subject} ${action.payload.kind}`, action]));
  for (const { subject, payload, result } of last.values()) {
    const product = world.products.read().find(({ id }) => id === subject);
    const link = world.links.read().find(({ id }) => id === subject);
    const wrong = (what: unknown) =>
      broken.push(`${payload.kind} of ${subject} is not in the catalogue: ${JSON.stringify(what)}`);
    if (result?.kind === 'product' && product?.serverId !== result.serverId) wrong(product);
    if (payload.kind === 'product.create' && product?.fields.productTitle !== payload.fields.productTitle)
      wrong(product);
    if (result?.kind === 'link' && link?.paymentLink !== result.paymentLink) wrong(link);
    if (payload.kind === 'link.create' && link?.metadata[0]?.value !== payload.draft.metadata[0]?.value) wrong(link);
    if (payload.kind === 'product.update') {
      if (product?.defaultPrices[0]?.priceCents !== payload.prices[0]?.priceCents) wrong(product);
    }
    if (payload.kind === 'settings.update' && world.webhook.saved?.url !== payload.url) wrong(world.webhook);
  }
  return broken;
}
