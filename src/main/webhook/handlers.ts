// Handlers of the `webhook.*` channels.
import { ok } from '../../shared/problem.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import { confirmedKey } from './confirmed-key.ts';
import { generateKey, type SignedInStore, saveWebhook, testWebhook, webhookView } from './webhook.ts';

export function webhookHandlers({ withShown }: StoreCalls<SignedInStore>, platform: Platform): HandlersOf<'webhook'> {
  return {
    'webhook.get': withShown((store) => ok(webhookView(store))),
    'webhook.save': withShown((store, draft) => store.runExclusive(() => saveWebhook(store, draft))),
    'webhook.generateKey': () => ok({ key: generateKey() }),
    'webhook.revealKey': withShown((store) => confirmedKey(store, 'reveal', platform.confirm)),
    'webhook.copySavedKey': withShown(async (store) => {
      const found = await confirmedKey(store, 'copy', platform.confirm);
      if (!found.ok) return found;
      return ok(await platform.copy(found.value.key));
    }),
    'webhook.test': withShown((store) => testWebhook(store)),
  };
}
