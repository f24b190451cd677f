// Decides what happens to changes that waited when a backup was made. Pure. The rule: none of them is sent without the seller.
//
// A change keeps its id, so one that this computer has (in its outbox or its history) is never added twice. The others are
// held as `needs-review`, because the app that made the backup may have sent them since. They wait as before only if the
// seller says that it will not run again; changes in doubt stay in doubt either way.
import type { RestoreChoices } from '../../shared/backup.ts';
import type { LinkRecord, ProductRecord } from '../catalog/records.ts';
import { isNewer } from '../storage/stamp.ts';
import { type Action, isHeldFromBackup, kindOf, type Payload } from '../sync/outbox/action.ts';
import { transition } from '../sync/outbox/policy.ts';
import { inBatches } from '../turns.ts';
import { draftOf, fieldsOf } from './waiting.ts';

/** Local data, by local ids. */
export interface LocalChanges {
  readonly product: (id: string) => ProductRecord | undefined;
  readonly link: (id: string) => LinkRecord | undefined;
  readonly outbox: (id: string) => Action | undefined;
  readonly history: (id: string) => Action | undefined;
  /** Unsettled actions on a product, a link or the webhook. */
  readonly of: (subject: string) => readonly Action[];
  /** The id of the newest locally sent action of a kind; empty where none was sent. */
  readonly newestSent: (subject: string, kind: Payload['kind']) => string;
}

export interface ChangesMerge {
  /** Added to the outbox first, held. */
  readonly held: readonly Action[];
  /** The held ones that are released at the end, where the seller chose to send them from here. */
  readonly released: readonly Action[];
  /** `done` actions of the backup, and local ones that the backup has as done. */
  readonly settled: readonly Action[];
  readonly history: readonly Action[];
  readonly added: number;
  readonly inDoubt: number;
  readonly known: number;
  readonly settledHere: number;
  /** Backup ids of products and links whose creation is skipped. */
  readonly without: ReadonlySet<string>;
}

export interface ChangesInput {
  readonly outbox: readonly Action[];
  readonly history: readonly Action[];
  readonly products: readonly ProductRecord[];
  readonly links: readonly LinkRecord[];
  readonly createdAt: number;
  readonly now: number;
  readonly choice: RestoreChoices['changes'];
  /** Backup id to local id, where they differ. */
  readonly ids: ReadonlyMap<string, string>;
}

export async function mergeChanges(input: ChangesInput, local: LocalChanges): Promise<ChangesMerge> {
  const held: Action[] = [];
  const released: Action[] = [];
  const settled: Action[] = [];
  /** Done, and replaced here since: not applied to the catalog. */
  const past: Action[] = [];
  const without = new Set<string>();
  let inDoubt = 0;
  let known = 0;
  const ended = new Map(input.history.map(({ id, rev }) => [id, rev]));
  for await (const some of inBatches([...input.outbox].sort(byId))) for (const stored of some) take(stored);

  function take(stored: Action): void {
    const action = renamed(stored, input.ids);
    const here = local.outbox(action.id) ?? local.history(action.id);
    const end = ended.get(action.id);
    // A reopened action is newer than its end, which is still in the history.
    if (here || (end && !isNewer(action.rev, end))) {
      known += 1;
      // An interrupted restore has already added it, held.
      if (here && input.choice === 'send' && isHeldFrom(here, input.createdAt)) release(action);
      return;
    }
    if (action.state === 'done') {
      (isReplaced(action, local) ? past : settled).push(action);
      return;
    }
    if (isSettledHere(action, local)) {
      known += 1;
      if (isCreate(action)) without.add(stored.subject);
      return;
    }
    const stands = transition(action, { kind: 'app-started', at: input.now });
    const doubtful = stands.state === 'needs-review';
    if (doubtful || action.state === 'sending') inDoubt += 1;
    const hold: Action = {
      ...stands,
      state: 'needs-review',
      reason: doubtful ? stands.reason : 'restored',
      nextAttemptAt: null,
      unreached: false,
      restoredFrom: input.createdAt,
    };
    held.push(hold);
    if (input.choice === 'send') release(action);
  }

  // The seller decides for the app that made this backup. Changes that it held from an earlier backup stay held, because that
  // backup's app may have sent them. If one was sent again from there, it keeps its `restoredFrom`.
  function release(action: Action): void {
    if (action.state !== 'needs-review' && action.state !== 'sending') released.push(action);
  }

  const learned = await settledByBackup(input, local);
  const history: Action[] = [];
  for await (const some of inBatches(input.history)) {
    const missing = some.filter(({ id, state }) => state === 'done' && !local.history(id) && !local.outbox(id));
    for (const action of missing) history.push(renamed(action, input.ids));
  }
  return {
    held,
    released,
    settled: [...settled, ...learned],
    history: [...history, ...past],
    added: held.length,
    inDoubt,
    known,
    settledHere: learned.length,
    without,
  };
}

const byId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : 1);
const isCreate = (action: Action): boolean => kindOf(action) === 'product.create' || kindOf(action) === 'link.create';
const isHeldFrom = (action: Action, createdAt: number): boolean =>
  isHeldFromBackup(action) && action.restoredFrom === createdAt;

/** The local id of the action's product; null for the webhook. */
function productOf({ payload, subject }: Action): string | null {
  if (payload.kind === 'settings.update') return null;
  return 'productId' in payload ? payload.productId : subject;
}

function renamed(action: Action, ids: ReadonlyMap<string, string>): Action {
  if (ids.size === 0) return action;
  const here = (id: string) => ids.get(id) ?? id;
  return { ...action, subject: here(action.subject), waitsFor: action.waitsFor.map(here), payload: payloadHere() };

  function payloadHere(): Payload {
    const { payload } = action;
    if (!('productId' in payload)) return payload;
    const productId = here(payload.productId);
    if (payload.kind === 'link.create' || payload.replacedBy === undefined) return { ...payload, productId };
    return { ...payload, productId, replacedBy: here(payload.replacedBy) };
  }
}

/** A newer action on the same subject was sent from here. */
const isReplaced = ({ id, subject, payload }: Action, local: LocalChanges): boolean =>
  local.newestSent(subject, payload.kind) > id;

/** The change is already applied, no longer wanted, queued under another id, or replaced since. */
function isSettledHere(action: Action, local: LocalChanges): boolean {
  const { payload, subject } = action;
  if (local.of(subject).some((other) => kindOf(other) === payload.kind)) return true;
  const product = local.product(productOf(action) ?? '');
  const link = local.link(subject);
  switch (payload.kind) {
    case 'product.create':
      return product !== undefined && (product.serverId !== null || product.deletedAt !== null);
    case 'product.update':
      return isReplaced(action, local) || (product !== undefined && product.deletedAt !== null);
    case 'link.create':
      if (product !== undefined && product.deletedAt !== null) return true;
      return link !== undefined && (link.paymentLink !== null || link.deletedAt !== null);
    case 'link.delete':
      return link !== undefined && link.deletedAt !== null;
    case 'settings.update':
      return isReplaced(action, local);
  }
}

/** Creations that wait here although the backup has their result: sending them would create a second one. */
async function settledByBackup({ products, links, now, ids }: ChangesInput, local: LocalChanges): Promise<Action[]> {
  const learned: Action[] = [];
  /** `sent`: the payload of the other app, which may differ from the local one. */
  const learn = (id: string, kind: Payload['kind'], result: Action['result'], sent: () => Partial<Payload>) => {
    const subject = ids.get(id) ?? id;
    const action = local.of(subject).find((other) => kindOf(other) === kind && other.state !== 'done');
    if (!action) return;
    const payload = { ...action.payload, ...sent() } as Payload;
    const end = { state: 'done', ending: 'sent', endedAt: now, nextAttemptAt: null } as const;
    learned.push({ ...action, ...end, payload, result });
  };
  for await (const some of inBatches(products)) {
    for (const product of some) {
      const { id, serverId, answer } = product;
      if (serverId === null) continue;
      learn(id, 'product.create', { kind: 'product', serverId, answer: answer ?? '' }, () => {
        const fields = fieldsOf(product);
        return fields ? { fields } : {};
      });
    }
  }
  for await (const some of inBatches(links)) {
    for (const link of some) {
      const { id, paymentLink, answer } = link;
      if (paymentLink === null) continue;
      learn(id, 'link.create', { kind: 'link', paymentLink, answer: answer ?? '' }, () => {
        const draft = draftOf(link);
        return draft ? { draft } : {};
      });
    }
  }
  return learned;
}
