// Handlers of the `inbox.*` channels.
import { ok } from '../../../shared/problem.ts';
import type { HandlersOf, StoreCalls } from '../../handlers.ts';
import type { Inbox } from './inbox.ts';
import { shownDelivery } from './pretty.ts';

export function inboxHandlers({ withShown }: StoreCalls, inbox: Inbox): HandlersOf<'inbox'> {
  return {
    'inbox.get': () => ok(inbox.view()),
    'inbox.start': ({ port }) => inbox.start(port),
    'inbox.stop': () => inbox.stop(),
    'inbox.dismissGap': () => inbox.change({ gap: null }),
    'inbox.answerWith': ({ answerWith }) => inbox.change({ answerWith }),
    'inbox.list': withShown(async (store, query) => ok(await store.catalog.deliveries.list(query))),
    'inbox.open': withShown((store, { id }) => {
      const delivery = store.catalog.deliveries.get(id);
      return ok(delivery ? shownDelivery(delivery) : null);
    }),
    'inbox.clear': withShown(async ({ catalog, deps }) => {
      const until = deps.now();
      while (catalog.deliveries.clear(until)) await new Promise(setImmediate);
      inbox.changed();
      return ok(undefined);
    }),
  };
}
