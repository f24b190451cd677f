// The seller's decisions about waiting changes, one or many: what they would do, doing it, undoing a discard, and "Mark as sent".
import type { Decision, DecisionQuestion } from '../../shared/change.ts';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import {
  attemptCount,
  type Change,
  type ChangeResult,
  isCreate,
  kindOf,
  MARKED_AS_SENT,
  mayDecide,
  mayHaveHappened,
} from '../outbox/change.ts';
import type { StoreContext } from '../store-context.ts';
import { addressProblem } from './addresses.ts';
import { titleOf } from './change-title.ts';

/** How many dependents a question names. */
const MOST_NAMED = 20;

/** The changes of a selection that still wait, oldest first. */
export const stillWaiting = ({ queue }: StoreContext, ids: readonly string[]): Change[] =>
  [...new Set(ids)].sort().flatMap((id) => queue.get(id) ?? []);

/** How many staged links wait for the products that these changes create. */
const stagedLinks = ({ catalog }: StoreContext, changes: readonly Change[]): number =>
  changes
    .filter((change) => kindOf(change) === 'product.create')
    .reduce((sum, { subject }) => sum + catalog.staged.ofProduct(subject), 0);

/** Whether discarding a change also deletes its new webhook key, so that it cannot be undone. */
const isKeyGone = ({ payload }: Change): boolean => payload.kind === 'settings.update' && payload.keyRef !== null;

export function questionAbout(store: StoreContext, ids: readonly string[], decision: Decision): DecisionQuestion {
  const chosen = stillWaiting(store, ids).filter(mayDecide[decision]);
  const dependents = decision === 'discard' ? chosen.flatMap((change) => store.queue.dependents(change)) : [];
  const along = [...new Set(dependents)].filter((change) => !chosen.includes(change));
  const staged = decision === 'discard' ? stagedLinks(store, chosen) : 0;
  const all = [...chosen, ...along];
  const mayBeThere = all.filter(mayHaveHappened);
  const [first] = chosen;
  return {
    changes: chosen.map((change) => ({ id: change.id, tried: attemptCount(change) })),
    along: along.map(({ id }) => id),
    title: first && chosen.length === 1 ? titleOf(store, first) : null,
    alongTitles: [
      ...along.slice(0, MOST_NAMED).map((change) => titleOf(store, change)),
      ...(staged > 0 ? [texts.changes.batches.linksOfProduct({ count: staged })] : []),
    ],
    alongCount: along.length + staged,
    mayBeThere: mayBeThere.length,
    mayBeCreated: mayBeThere.filter(isCreate).length,
    deletions: chosen.filter((change) => kindOf(change) === 'link.delete').length,
    withKey: all.filter(isKeyGone).length,
  };
}

/** Offers "Undo" unless staged links of a product were dropped too. */
export async function decide(store: StoreContext, input: ParsedInput<'sync.decide'>) {
  const asked = new Set(input.changes.map(({ id }) => id));
  const named = stillWaiting(store, [...asked, ...input.along]);
  const isUndoable = input.decision === 'discard' && stagedLinks(store, named) === 0;
  const keyGone = new Set(named.filter(isKeyGone).map(({ id }) => id));
  const settled = await store.outbox.decide(input);
  const done = settled.filter((id) => asked.has(id)).length;
  return ok({
    done,
    along: settled.length - done,
    changed: asked.size - done,
    undo: isUndoable ? settled.filter((id) => !keyGone.has(id)) : [],
  });
}

/** Undoes a discard or a withdrawal. Rejects with `OutboxConflict` if that is no longer possible. */
export async function undo(store: StoreContext, ids: readonly string[]): Promise<Result<void>> {
  const returning = new Set<string>();
  // Asked about the oldest first, so that a product returns before its links.
  await store.outbox.reopen(ids, (change) => {
    const may = mayReturn(store, change, returning);
    returning.add(change.subject);
    return may;
  });
  return ok(undefined);
}

/** Whether reopening restores the previous state: nothing newer has replaced the change, and its subject still exists. */
function mayReturn(store: StoreContext, change: Change, returning: ReadonlySet<string>): boolean {
  const { payload, subject } = change;
  const { products, links, staged, history } = store.catalog;
  const hasNewer = store.queue.of(subject).some((other) => kindOf(other) === payload.kind);
  const exists = (productId: string) => returning.has(productId) || products.get(productId)?.deletedAt === null;
  if (hasNewer) return false;
  switch (payload.kind) {
    case 'product.create':
      return products.get(subject)?.deletedAt != null;
    case 'link.create':
      return links.get(subject)?.deletedAt != null && exists(payload.productId);
    case 'link.delete':
      return !staged.isStaged('delete', subject) && links.get(subject)?.deletedAt === null;
    case 'product.update':
      return !history.sentSince(change) && exists(subject);
    case 'settings.update':
      return !history.sentSince(change) && !isKeyGone(change);
  }
}

/** Marks changes as sent, each with what the seller found. A refused answer does not affect the others. */
export async function markAsSent(store: StoreContext, { found }: ParsedInput<'sync.markAsSent'>) {
  const refused: Output<'sync.markAsSent'>['refused'] = [];
  for (const { id, answer } of found) {
    const change = store.queue.get(id);
    const result = change ? resultTyped(store, change, answer) : texts.changes.gone;
    if (typeof result === 'string') refused.push({ answer, message: result });
    else await store.outbox.markAsSent(id, result);
  }
  return { recorded: found.length - refused.length, refused };
}

/** The result of a change from what the seller typed, or why it is not possible. */
function resultTyped(store: StoreContext, { payload }: Change, typed: string): ChangeResult | string {
  const { products } = store.catalog;
  if (payload.kind === 'link.create') {
    const problem = addressProblem(store, products.get(payload.productId), typed);
    return problem ?? { kind: 'link', paymentLink: typed, answer: '' };
  }
  if (payload.kind !== 'product.create') return MARKED_AS_SENT;
  const serverId = /^\d{1,15}$/.test(typed) ? Number(typed) : 0;
  if (serverId < 1) return texts.fields.product.enterId;
  const [owner] = products.withKeys([serverId]);
  if (owner?.deletedAt === null) return texts.catalog.products.idTaken({ product: owner.fields.productTitle });
  return { kind: 'product', serverId, answer: '' };
}
