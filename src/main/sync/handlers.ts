// Handlers of the `sync.*` channels: waiting changes and the history.
import { ok } from '../../shared/problem.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import { beforeMany, changeIds, decideMany, selectedChanges } from './many-changes.ts';
import { markAsSent, recordAddresses } from './mark-as-sent.ts';
import { matchAddresses } from './match-addresses.ts';
import { discard, getAction, listActions, listHistory, sendAgain, syncNow, undo } from './sync.ts';

export interface SyncDeps {
  /** Retries a locked key store. */
  unlock(): Promise<void>;
  /** The network is back. */
  wake(): void;
}

export function syncHandlers({ here, there }: StoreCalls, deps: SyncDeps): HandlersOf<'sync'> {
  return {
    'sync.list': here((store, input) => ok(listActions(store, input))),
    'sync.history': here((store, input) => ok(listHistory(store, input))),
    'sync.ids': here((store, { reason, between }) => ok({ ids: changeIds(store, reason, between) })),
    'sync.selected': here((store, { ids }) => ok(selectedChanges(store, ids))),
    'sync.beforeMany': here((store, { ids, decision }) => ok(beforeMany(store, ids, decision))),
    'sync.decideMany': here(decideMany),
    'sync.get': here((store, { id }) => ok(getAction(store, id))),
    'sync.now': here(async (store) => {
      await deps.unlock();
      return ok(syncNow(store));
    }),
    'sync.sendAgain': here((store, { id, tried }) => sendAgain(store, id, tried)),
    'sync.sendRestored': here(async (store) => ok({ count: await store.outbox.sendRestored() })),
    'sync.markAsSent': here((store, { id, answer }) => store.runExclusive(() => markAsSent(store, id, answer))),
    'sync.matchAddresses': here(async (store, { text }) => ok(await matchAddresses(store, text))),
    'sync.recordAddresses': here((store, input) =>
      store.runExclusive(async () => ok(await recordAddresses(store, input))),
    ),
    'sync.discard': here((store, { id, withDependents, tried }) => discard(store, id, withDependents, tried)),
    'sync.undo': there((store, { ids }) => store.runExclusive(() => undo(store, ids))),
    'sync.networkReturned': () => ok(deps.wake()),
  };
}
