// Handlers of the channels that share links: addresses, QR codes, messages, and templates.
import { ok } from '../../shared/problem.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import type { SharedLinkHandlers } from '../links/handlers.ts';
import type { Platform } from '../platform.ts';
import { deleteTemplate, saveTemplate, templatesOf } from './checkout-templates.ts';
import { modulesOf, qrCode, qrPng, saveQrCode } from './qr-code.ts';
import { beforeShare, qrSheet, sendLink, shareMany } from './share.ts';

export function shareHandlers(
  { withShown }: StoreCalls,
  platform: Platform,
): SharedLinkHandlers & HandlersOf<'qr' | 'templates'> {
  return {
    'links.beforeShare': withShown(async (store, input) => ok(await beforeShare(store, input))),
    'links.shareMany': withShown((store, input) => shareMany(store, input, platform)),
    'links.send': withShown((store, input) => sendLink(store, input, platform.openInBrowser)),
    'qr.get': qrCode,
    'qr.sheet': withShown(async (store, input) => ok(await qrSheet(store, input))),
    'qr.save': (input) => saveQrCode(input, platform.askWhereToSave),
    'qr.copyPicture': async (input) => {
      const modules = modulesOf(input);
      return modules.ok ? ok(await platform.copyPicture(qrPng(modules.value))) : modules;
    },
    'templates.list': withShown((store) => ok({ templates: templatesOf(store) })),
    'templates.save': withShown(saveTemplate),
    'templates.delete': withShown((store, { id }) => deleteTemplate(store, id)),
  };
}
