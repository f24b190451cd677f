// Handlers of the `webhook.*` channels.
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import type { Confirm, Platform } from '../platform.ts';
import { generateKey, type SignedInStore, savedKey, saveWebhook, testWebhook, webhookView } from './webhook.ts';

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

/** Confirms, in a system dialog, that the saved webhook key leaves the main process. */
async function confirmedKey(
  store: SignedInStore,
  use: 'reveal' | 'copy',
  confirm: Confirm,
): Promise<Result<{ key: string }>> {
  const found = savedKey(store);
  if (!found.ok) return found;
  const { message, detail, button } = texts.stores.exits[use];
  const agreed = await confirm({ message: message({ store: store.deps.record().name }), detail, button });
  return agreed ? found : refuse('forbidden', texts.stores.exits.notConfirmed);
}
