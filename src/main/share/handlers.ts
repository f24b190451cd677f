// Handlers of the channels that share links: addresses, QR codes, messages, and templates.
import { ok } from '../../shared/problem.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import type { SharedLinkHandlers } from '../links/handlers.ts';
import type { Platform } from '../platform.ts';
import type { CheckoutTemplates } from './checkout-templates.ts';
import { beforeCustomise, copyAddresses, customiseLinks, qrSheet } from './many-addresses.ts';
import { qrCode, qrPicture, saveQrCode } from './qr-code.ts';
import { sendLink } from './send-link.ts';

export function shareHandlers(
  { withShown }: StoreCalls,
  templates: CheckoutTemplates,
  platform: Platform,
): SharedLinkHandlers & HandlersOf<'qr' | 'templates'> {
  return {
    'links.copyCheckoutLinks': withShown((store, input) => copyAddresses(store, input, platform)),
    'links.beforeCustomise': withShown(async (store, input) => ok(await beforeCustomise(store, input))),
    'links.customise': withShown((store, input) => customiseLinks(store, input, platform, platform.askWhereToSave)),
    'links.send': withShown((store, input) => sendLink(store, input, platform.openInBrowser)),
    'qr.get': qrCode,
    'qr.sheet': withShown(async (store, input) => ok(await qrSheet(store, input))),
    'qr.save': (input) => saveQrCode(input, platform.askWhereToSave),
    'qr.copyPicture': async ({ url }) => {
      const picture = qrPicture(url);
      return picture.ok ? ok(await platform.copyPicture(picture.value)) : picture;
    },
    'templates.list': () => ok({ templates: templates.list() }),
    'templates.save': ({ id, name, fields }) => templates.save(id, name, fields),
    'templates.delete': ({ id }) => templates.delete(id),
  };
}
