// "Mark as sent": checks and records what the seller says the service created.
import { isRepeatable } from '../../shared/change.ts';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { StoreContext } from '../store-context.ts';
import { productIdOf } from './change-title.ts';
import { addressProblem } from './link-address.ts';
import { type Change, type ChangeResult, kindOf, MARKED_AS_SENT } from './outbox/change.ts';

/** Marks changes as sent, each with what the seller found. A refused answer does not affect the others. */
export async function markAsSent(
  store: StoreContext,
  { found }: ParsedInput<'sync.markAsSent'>,
): Promise<Output<'sync.markAsSent'>> {
  const refused: Output<'sync.markAsSent'>['refused'] = [];
  for (const { id, answer } of found) {
    const change = store.queue.get(id);
    const result = change ? resultTyped(store, change, answer) : wrong(texts.changes.gone);
    if (result.ok) await store.outbox.markAsSent(id, result.value);
    else refused.push({ answer, message: result.problem.message });
  }
  return { recorded: found.length - refused.length, refused };
}

function resultTyped(store: StoreContext, change: Change, typed: string): Result<ChangeResult> {
  if (isRepeatable(kindOf(change))) return ok(MARKED_AS_SENT);
  return kindOf(change) === 'product.create' ? productResult(store, typed) : linkResult(store, change, typed);
}

const wrong = (message: string) => refuse('invalid', message);

function productResult(store: StoreContext, typed: string): Result<ChangeResult> {
  const serverId = Number(typed);
  if (!/^\d+$/.test(typed) || !Number.isSafeInteger(serverId) || serverId < 1)
    return wrong(texts.fields.product.enterId);
  const [owner] = store.catalog.products.withServerId(serverId);
  if (owner?.deletedAt === null) return wrong(texts.catalog.products.idTaken({ product: owner.fields.productTitle }));
  return ok({ kind: 'product', serverId, answer: '' });
}

function linkResult(store: StoreContext, change: Change, typed: string): Result<ChangeResult> {
  const problem = addressProblem(store, store.catalog.products.get(productIdOf(change) ?? ''), typed);
  return problem === null ? ok({ kind: 'link', paymentLink: typed, answer: '' }) : wrong(problem);
}
