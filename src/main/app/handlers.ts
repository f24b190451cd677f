// Combines the handlers of all features that do not need Electron.
import { ok, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { backupHandlers } from '../backup/handlers.ts';
import type { Handlers } from '../handlers.ts';
import { importHandlers } from '../import/handlers.ts';
import { linkHandlers } from '../links/handlers.ts';
import type { Platform } from '../platform.ts';
import { productHandlers } from '../products/handlers.ts';
import { salesHandlers } from '../sales/handlers.ts';
import { shareHandlers } from '../share/handlers.ts';
import { storeHandlers } from '../stores/handlers.ts';
import { syncHandlers } from '../sync/handlers.ts';
import { teamHandlers } from '../team/handlers.ts';
import { webhookHandlers } from '../webhook/handlers.ts';
import type { App } from './app.ts';
import { setCurrency } from './settings.ts';

export function createHandlers(app: App, platform: Platform) {
  const { manager, registry, auth, backups, settings, notices, tour } = app;
  return {
    ...storeHandlers(manager, registry, auth, platform),
    ...productHandlers(manager, platform),
    ...linkHandlers(manager, platform),
    ...shareHandlers(manager, platform),
    ...importHandlers(manager, platform),
    ...salesHandlers(manager, platform),
    ...webhookHandlers(manager, platform, () => app.team.view().relayUrl, app.inbox),
    ...syncHandlers(manager, () => app.wake()),
    ...backupHandlers(backups, platform),
    ...teamHandlers(app.team, platform.confirm),
    'frame.get': () => ok(app.frame()),
    'frame.dismissNotice': ({ id }) => ok(notices.dismiss(id)),
    // Starts the tour from its first step, or leaves it.
    'tour.set': async ({ state }) => ok(tour.save({ state, done: state === 'on' ? [] : tour.value.done })),
    'settings.update': async (change) => ok(settings.save({ ...settings.value, ...change })),
    'settings.setCurrency': manager.withNamed(setCurrency),
    // The page chooses the text, so it may copy only while the seller is at the window.
    'clipboard.copy': async ({ text }) =>
      platform.isFocused() ? ok(await platform.copy(text)) : refuse('forbidden', texts.shell.notFocused),
    'clipboard.pass': () => ok(platform.noteExternalCopy()),
    'window.print': () => platform.print(),
    'window.restart': () => ok(platform.restart()),
    'folders.openData': () => platform.openFolder(app.deps.dataFolder),
  } satisfies Partial<Handlers>;
}
