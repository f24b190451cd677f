// Handlers of the `sync.*` channels: waiting changes and the history.
import { ok } from '../../shared/problem.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import { matchAddresses } from './addresses.ts';
import { decide, markAsSent, questionAbout, undo } from './decisions.ts';
import { discardHeld, sendHeld } from './held.ts';
import { changeIds, getChange, listChanges, listHistory, selectedChanges, syncNow } from './sync.ts';

/** `wake`: called when the network is back. */
export function syncHandlers({ withShown, withNamed }: StoreCalls, wake: () => void): HandlersOf<'sync'> {
  return {
    'sync.list': withShown((store, input) => ok(listChanges(store, input))),
    'sync.history': withShown((store, input) => ok(listHistory(store, input))),
    'sync.ids': withShown((store, input) => ok({ ids: changeIds(store, input) })),
    'sync.selected': withShown((store, input) => ok(selectedChanges(store, input))),
    'sync.question': withShown((store, { ids, decision }) => ok(questionAbout(store, ids, decision))),
    'sync.decide': withShown(decide),
    'sync.get': withShown((store, { id }) => ok(getChange(store, id))),
    'sync.now': withShown(async (store) => ok(await syncNow(store))),
    'sync.sendHeld': withShown(async (store) => ok({ count: await sendHeld(store) })),
    'sync.discardHeld': withShown(async (store) => ok(await discardHeld(store))),
    'sync.matchAddresses': withShown((store, { text }) => ok(matchAddresses(store, text))),
    'sync.markAsSent': withShown((store, input) => store.runExclusive(async () => ok(await markAsSent(store, input)))),
    'sync.undo': withNamed((store, { ids }) => store.runExclusive(() => undo(store, ids))),
    'sync.networkReturned': () => ok(wake()),
  };
}
