// Handlers of the `sync.*` channels: waiting changes and the history.
import { ok } from '../../shared/problem.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import { discardHeld, sendHeld } from './held.ts';
import { beforeMany, changeIds, decideMany, selectedChanges } from './many-changes.ts';
import { markAsSent, recordAddresses } from './mark-as-sent.ts';
import { matchAddresses } from './match-addresses.ts';
import { discard, getChange, listChanges, listHistory, sendAgain, syncNow, undo } from './sync.ts';

/** @param wake the network is back */
export function syncHandlers({ withShown, withNamed }: StoreCalls, wake: () => void): HandlersOf<'sync'> {
  return {
    'sync.list': withShown((store, input) => ok(listChanges(store, input))),
    'sync.history': withShown((store, input) => ok(listHistory(store, input))),
    'sync.ids': withShown((store, { between, search }) => ok({ ids: changeIds(store, between, search) })),
    'sync.selected': withShown((store, { ids, search }) => ok(selectedChanges(store, ids, search))),
    'sync.beforeMany': withShown((store, { ids, decision }) => ok(beforeMany(store, ids, decision))),
    'sync.decideMany': withShown(decideMany),
    'sync.get': withShown((store, { id }) => ok(getChange(store, id))),
    'sync.now': withShown(async (store) => ok(await syncNow(store))),
    'sync.sendAgain': withShown((store, { id, tried }) => sendAgain(store, id, tried)),
    'sync.sendHeld': withShown(async (store) => ok({ count: await sendHeld(store) })),
    'sync.discardHeld': withShown(async (store) => ok(await discardHeld(store))),
    'sync.markAsSent': withShown((store, { id, answer }) => store.runExclusive(() => markAsSent(store, id, answer))),
    'sync.matchAddresses': withShown((store, { text }) => ok(matchAddresses(store, text))),
    'sync.recordAddresses': withShown((store, input) =>
      store.runExclusive(async () => ok(await recordAddresses(store, input))),
    ),
    'sync.discard': withShown((store, { id, withDependents, tried }) => discard(store, id, withDependents, tried)),
    'sync.undo': withNamed((store, { ids }) => store.runExclusive(() => undo(store, ids))),
    'sync.networkReturned': () => ok(wake()),
  };
}
