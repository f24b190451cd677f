// The outbox's invariants: compares what the app told the seller, what the service did, and what the app shows at last.
import { changesOf } from '../../src/main/links/batches.ts';
import { type Change, newChange } from '../../src/main/outbox/change.ts';
import { isRepeatable } from '../../src/shared/change.ts';
import { allHistory, allLinks, allProducts } from './catalog-rows.ts';
import { keyOf, labelIn, priceOf, type SellerLog, type SellerRequest, webhookOf } from './outbox-script.ts';
import type { World } from './outbox-world.ts';

/** An attempt that may have been carried out without the app knowing. */
function isDoubtful({ outcome }: Change['attempts'][number]): boolean {
  if (outcome.kind !== 'answered') return outcome.kind === 'lost';
  const { status, retryAfterMs } = outcome;
  if (status === 503) return retryAfterMs === null;
  return (status >= 200 && status < 300) || status === 302 || status === 303 || status >= 500;
}

/** The text of a change: its label, and its last edit if there is one. */
function textOf(change: Change): string {
  const { payload } = change;
  if (payload.kind === 'product.create') return payload.fields.productTitle;
  return payload.kind === 'link.create' ? (payload.draft.metadata[0]?.value ?? '') : '';
}

const labelOf = (change: Change): string => labelIn(textOf(change));

/** Every violated invariant; empty when all hold. */
export function invariantViolations(world: World, log: SellerLog): string[] {
  const history = allHistory(world);
  const unfinished = [...world.disk.read(), ...staged(world)];
  const changes = [...history, ...unfinished].sort((a, b) => (a.id < b.id ? -1 : 1));
  const broken = [...log.unexpectedErrors, ...world.service.violations];
  const twice = changes.find(({ id }, index) => changes[index + 1]?.id === id);
  if (twice) broken.push(`${twice.id} stands in the queue and in the history`);
  for (const entry of log.requests) {
    if (entry.kind === 'product' || entry.kind === 'link') broken.push(...creation(entry, changes, world, log));
    if (entry.kind === 'delete') broken.push(...deletion(entry, changes, world, log));
  }
  // In the order of acceptance, because ids are out of order after the clock went back.
  const turn = ({ id }: Change) => world.disk.turnOf(id);
  const accepted = changes.toSorted((a, b) => turn(a) - turn(b));
  broken.push(...edits(log, changes), ...latest('price', log, accepted), ...latest('webhook', log, accepted));
  broken.push(
    ...updates(changes, world, log),
    ...order(changes, world),
    ...replacements(changes, world),
    ...catalog(world, history),
    ...keys(log, accepted, world),
    ...catalogMismatches(world, unfinished),
  );
  return broken;
}

function creation(
  { label, status }: SellerRequest,
  changes: readonly Change[],
  world: World,
  log: SellerLog,
): string[] {
  const all = changes.filter((change) => labelOf(change) === label);
  // The original of a change that "Undo" brought back stays in the history. If there are only originals, "Undo" failed.
  const current = all.filter(({ id }) => !log.broughtBack.has(id));
  const matching = current.length > 0 ? current : all.slice(-1);
  const [change] = matching;
  if (matching.length > 1) return [`${label} is there ${matching.length} times`];
  if (!change) {
    if (isGoneUnsent(label, world, log)) return [];
    const made = world.service.applied.some(({ body }) => JSON.stringify(body).includes(`"${label}"`));
    if (status === 'accepted') return [`${label} was accepted and is lost`];
    return made ? [`${label} was made without being accepted`] : [];
  }
  if (status === 'refused') return [`${label} was refused and is there all the same (${change.state})`];
  const earlier = [...log.broughtBack.values()].filter(({ subject, payload }) =>
    isSameChange({ subject, payload }, change),
  );
  const ids = new Set([change, ...earlier].map(({ id }) => id));
  const applied = world.service.applied.filter(({ changeId }) => ids.has(changeId));
  const allowed = 1 + log.sentAgain.filter((id) => ids.has(id)).length;
  const doubts = change.attempts.filter(isDoubtful).length;
  const answered = change.ending === 'sent' && !log.markedAsSent.has(change.id) ? 1 : 0;
  const broken: string[] = [];
  if (applied.length > allowed)
    broken.push(`${label} was made ${applied.length} times, at most ${allowed} were agreed to`);
  if (applied.length > doubts + answered)
    broken.push(`${label} was made ${applied.length} times, with ${doubts} doubts shown`);
  if (change.ending === 'sent' && applied.length === 0) broken.push(`${label} counts as sent and was never made`);
  if (answered === 1 && allowed === 1 && !JSON.stringify(applied[0]?.body).includes(textOf(change))) {
    broken.push(`${label} was made as something else: ${JSON.stringify(applied[0]?.body)}`);
  }
  return broken;
}

/** Whether a staged link is gone without a change: deleted before it was sent, or discarded with its product. */
function isGoneUnsent(label: string, world: World, log: SellerLog): boolean {
  const link = allLinks(world).find(({ metadata }) => labelIn(metadata[0]?.value ?? '') === label);
  if (!link || link.deletedAt === null) return false;
  const product = allProducts(world).find(({ id }) => id === link.productId);
  if (product && product.deletedAt !== null && product.serverId === null) return true;
  const isAsked = log.requests.some(
    ({ kind, of, status }) => kind === 'delete' && of === link.id && status !== 'refused',
  );
  return isAsked && link.paymentLink === null;
}

/** The changes that staged links become. */
function staged({ catalog }: World): Change[] {
  return [...catalog.staged.all()].flat().flatMap((change): Change[] => {
    const link = catalog.links.get(change.linkId);
    if (!link) return [];
    const { rev, createdAt: acceptedAt } = link;
    const id = (kind: string) => `${kind} ${link.id}`;
    return changesOf(change, link).map((draft) => newChange(draft, { id: id(draft.payload.kind), rev, acceptedAt }));
  });
}

const isSameChange = (a: Pick<Change, 'subject' | 'payload'>, b: Change): boolean =>
  a.subject === b.subject && a.payload.kind === b.payload.kind;

function deletion(
  { label, of, status }: SellerRequest,
  changes: readonly Change[],
  world: World,
  log: SellerLog,
): string[] {
  const on = changes.filter(({ subject }) => subject === of);
  const sent = on.find(({ payload }) => payload.kind === 'link.delete');
  const { paymentLink, deletedAt } = world.catalog.links.get(of) ?? {};
  // Deleting an unsent link withdraws it. Discarding a link ends its deletion, and "Undo" does not restore that.
  const isBack = [...log.broughtBack.values()].some(({ subject }) => subject === of);
  const isOver = deletedAt !== null || isBack || status !== 'accepted';
  if (!sent) return isOver ? [] : [`${label} was accepted and is lost`];
  if (sent.ending !== 'sent') return [];
  // A 404 after a lost answer counts as deleted, as in the outcome table.
  const isBelieved = sent.result?.kind === 'accepted' && sent.result.note === 'already-gone';
  if (isBelieved && sent.attempts.some(({ outcome }) => outcome.kind === 'lost')) return [];
  if (world.service.hasLink(paymentLink ?? '')) return [`${label} was sent, and the link stands`];
  return deletedAt === null ? [`${label} was sent, and the link stands in the catalog`] : [];
}

/** A price, webhook or deletion that counts as sent was carried out. */
function updates(changes: readonly Change[], world: World, log: SellerLog): string[] {
  const carriedOut = new Set(world.service.applied.map(({ changeId }) => changeId));
  return changes
    .filter(({ ending, payload }) => ending === 'sent' && isRepeatable(payload.kind))
    .filter(({ id, attempts }) => {
      const mayBeGone = attempts.some(({ outcome }) => outcome.kind === 'lost');
      return !carriedOut.has(id) && !log.markedAsSent.has(id) && !mayBeGone;
    })
    .map(({ id, payload }) => `${payload.kind} ${id} counts as sent and was never carried out`);
}

/** A change has its last accepted edit, unless a later one may have been accepted without an answer. */
function edits(log: SellerLog, changes: readonly Change[]): string[] {
  const broken: string[] = [];
  for (const of of new Set(log.requests.filter(({ kind }) => kind === 'edit').map((entry) => entry.of))) {
    // The newest, because the original of a change that "Undo" brought back may be in the history.
    const change = changes.findLast((one) => labelOf(one) === of);
    const texts = possible(log.requests.filter((entry) => entry.kind === 'edit' && entry.of === of));
    if (!change || texts.length === 0) continue;
    const may = texts.map((label) => (label === null ? of : `${of} as ${label}`));
    if (!may.includes(textOf(change))) broken.push(`${of} should be one of ${may}, and is ${textOf(change)}`);
  }
  return broken;
}

/** The values that may remain after changes that replace each other; null for the value before all of them. */
function possible(entries: readonly SellerRequest[]): (string | null)[] {
  const last = entries.findLastIndex(({ status }) => status === 'accepted');
  const after = entries.slice(last + 1).filter(({ status }) => status === 'asked');
  // A pending request runs after the ones accepted meanwhile, so only requests after the last accepted one count.
  return [last < 0 ? null : (entries[last]?.label ?? null), ...after.map(({ label }) => label)];
}

/** A change has the newest accepted price or webhook, and no older one is sent after it. */
function latest(kind: 'price' | 'webhook', log: SellerLog, changes: readonly Change[]): string[] {
  const broken: string[] = [];
  for (const of of new Set(log.requests.filter((entry) => entry.kind === kind).map((entry) => entry.of))) {
    const may = possible(log.requests.filter((entry) => entry.kind === kind && entry.of === of));
    if (may.includes(null)) continue;
    const carries = ({ payload }: Change, label: string) => {
      if (payload.kind === 'settings.update') return payload.url === webhookOf(label);
      return payload.kind === 'product.update' && payload.prices[0]?.priceCents === priceOf(label);
    };
    const on = changes.filter(({ subject, payload }) => subject === of && isRepeatable(payload.kind));
    const stands = on.findLastIndex((change) => may.some((label) => label !== null && carries(change, label)));
    // After the newest was discarded, the seller may have restored an older one.
    const isBack = ({ payload }: Change) =>
      [...log.broughtBack.values()].some((ended) => JSON.stringify(ended.payload) === JSON.stringify(payload));
    const mayFollow = (change: Change) =>
      change.ending === 'discarded' || (on[stands]?.ending === 'discarded' && isBack(change));
    const after = on.slice(stands + 1).filter((change) => !mayFollow(change));
    if (stands < 0) broken.push(`${may} was accepted and is lost`);
    else if (after.length > 0) broken.push(`${may} was accepted, and an older one goes after it`);
  }
  return broken;
}

/** First in, first out per subject. A change that was tried and discarded may be followed by an older, restored one. */
function order(changes: readonly Change[], world: World): string[] {
  const discarded = new Set(changes.flatMap(({ id, ending }) => (ending === 'discarded' ? [id] : [])));
  const newest = new Map<string, number>();
  const broken: string[] = [];
  for (const { subject, changeId, kind } of world.service.applied) {
    if (discarded.has(changeId)) continue;
    const previous = newest.get(subject) ?? -1;
    const turn = world.disk.turnOf(changeId);
    if (turn < previous) broken.push(`${kind} on ${subject} came after a later change to it`);
    newest.set(subject, Math.max(previous, turn));
  }
  return broken;
}

/** A replaced link is deleted only after the new one is known to exist, and neither is accepted without the other. */
function replacements(changes: readonly Change[], world: World): string[] {
  const broken: string[] = [];
  for (const { id, payload, ending } of changes) {
    if (payload.kind !== 'link.delete' || payload.replacedBy === undefined) continue;
    const { replacedBy } = payload;
    const creation = changes.findLast((one) => one.subject === replacedBy && one.payload.kind === 'link.create');
    const made = world.service.applied.findIndex(
      ({ subject, kind }) => subject === replacedBy && kind === 'link.create',
    );
    const deleted = world.service.applied.findIndex(({ changeId }) => changeId === id);
    if (!creation) broken.push(`${id} replaces by a link that was never accepted`);
    if (deleted < 0 && ending !== 'sent') continue;
    if (made < 0 || (deleted >= 0 && deleted < made)) broken.push(`${id} was deleted before its replacement was made`);
    if (creation?.ending !== 'sent') broken.push(`${id} was deleted while its replacement was ${creation?.state}`);
  }
  return broken;
}

/** The catalog has the results of everything sent. */
function catalog(world: World, history: readonly Change[]): string[] {
  const broken: string[] = [];
  const turn = ({ id }: Change) => world.disk.turnOf(id);
  const sent = history.filter(({ ending }) => ending === 'sent').sort((a, b) => turn(a) - turn(b));
  const last = new Map(sent.map((change) => [`${change.subject} ${change.payload.kind}`, change]));
  for (const { subject, payload, result } of last.values()) {
    const product = allProducts(world).find(({ id }) => id === subject);
    const link = allLinks(world).find(({ id }) => id === subject);
    const wrong = (what: unknown) =>
      broken.push(`${payload.kind} of ${subject} is not in the catalog: ${JSON.stringify(what)}`);
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

const keyRefOf = ({ payload }: Change): string | null => (payload.kind === 'settings.update' ? payload.keyRef : null);

/** A change has the newest accepted key, and no other key is sent after it. */
function keys(log: SellerLog, accepted: readonly Change[], world: World): string[] {
  const may = possible(log.requests.filter(({ label }) => log.withKey.has(label)));
  if (may.includes(null)) return [];
  const known = may.map((label) => keyOf(label ?? ''));
  const carry = accepted.filter((change) => keyRefOf(change) !== null);
  const isNewest = (change: Change) => known.includes(world.everyKey.get(keyRefOf(change) ?? '') ?? '');
  const stands = carry.findLastIndex(isNewest);
  if (stands < 0) return [`the key of ${may} was accepted and is lost`];
  // After a discard in doubt the saved key is sent again.
  const isDiscarded = carry[stands]?.ending === 'discarded';
  const after = isDiscarded ? [] : carry.slice(stands + 1).filter(({ ending }) => ending !== 'discarded');
  const withoutKey = carry.filter(
    (change) => isNewest(change) && change.ending === null && !world.keys.has(keyRefOf(change) ?? ''),
  );
  return [
    ...(after.length > 0 ? [`the key of ${may} was accepted, and another one goes after it`] : []),
    ...withoutKey.map(({ id }) => `the key of ${id} was forgotten`),
  ];
}

/** What the catalog shows as certain matches the service. */
function catalogMismatches(world: World, unfinished: readonly Change[]): string[] {
  const broken: string[] = [];
  const { applied } = world.service;
  const isOpen = (subject: string, kind: Change['payload']['kind']) =>
    unfinished.some((change) => change.subject === subject && change.payload.kind === kind);
  for (const { id, defaultPrices, priceDoubt } of allProducts(world)) {
    const last = applied.findLast(({ subject, kind }) => subject === id && kind === 'product.update');
    if (priceDoubt || isOpen(id, 'product.update')) continue;
    const price = (last?.body?.prices as { price: number }[] | undefined)?.[0]?.price;
    const here = defaultPrices[0]?.priceCents;
    if (price !== (here === undefined ? undefined : here / 100)) broken.push(`${id} costs ${price}, not ${here} cents`);
  }
  for (const { id, paymentLink, deletedAt, deletionDoubt } of allLinks(world)) {
    if (paymentLink === null || deletionDoubt || isOpen(id, 'link.delete')) continue;
    if (deletedAt === null && !world.service.hasLink(paymentLink)) broken.push(`${id} is shown and does not stand`);
  }
  const { saved, doubt } = world.webhook;
  if (isOpen('webhook', 'settings.update')) return broken;
  const settings = applied.filter(({ kind }) => kind === 'settings.update').map(({ body }) => body ?? {});
  const url = settings.at(-1)?.after_sell_webhook_url;
  const key = settings.findLast((body) => body.after_sell_webhook_key !== undefined)?.after_sell_webhook_key;
  const here = saved?.keyRef ? world.everyKey.get(saved.keyRef) : undefined;
  if (!doubt && saved?.url !== url) broken.push(`the webhook is ${url}, not ${saved?.url}`);
  if (!doubt?.about.includes('key') && here !== key) broken.push(`the key is ${key}, not ${here}`);
  if (saved?.keyRef && !world.keys.has(saved.keyRef)) broken.push(`the saved key ${saved.keyRef} was forgotten`);
  return broken;
}
