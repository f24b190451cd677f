// Handlers of the channels that share links: addresses, QR codes, messages, and templates.
import { ok } from '../../shared/problem.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import { deleteTemplate, saveTemplate, templatesOf } from './checkout-templates.ts';
import { modulesOf, qrCode, qrPng, saveQrCode } from './qr-code.ts';
import { beforeShare, qrSheet, sendLink, shareMany } from './share.ts';

export function shareHandlers({ withShown }: StoreCalls, platform: Platform): HandlersOf<'share' | 'qr' | 'templates'> {
  return {
    'share.before': withShown(async (store, input) => ok(await beforeShare(store, input))),
    'share.many': withShown((store, input) => shareMany(store, input, platform)),
    'share.send': withShown((store, input) => sendLink(store, input, platform.openInBrowser)),
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
