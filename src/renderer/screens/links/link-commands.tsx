// What can be done with one payment link, by name: the same in its row's menu and beside its details.
import {
  IconBellRinging,
  IconBrandWhatsapp,
  IconCopy,
  IconCopyPlus,
  IconExternalLink,
  IconForms,
  IconMail,
  IconPencil,
  IconQrcode,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { openCustomise } from '../share/open-customise.tsx';
import { openQrCode } from '../share/open-qr-code.tsx';
import { linkToShare } from '../share/shared-link.ts';
import { openCannotDelete, openLinkEditor, openReplaceLink, openSimilarLink } from './editors.tsx';
import {
  askToDelete,
  awaitsAddress,
  copyCheckoutLink,
  copyWhenReady,
  isLeaving,
  isReplaceable,
  openInBrowser,
  sendLink,
} from './link-actions.tsx';

const words = texts.links.commands;

export interface LinkCommand {
  readonly label: string;
  readonly Icon: typeof IconCopy;
  readonly danger?: boolean;
  /** It is a switch, and this is how it stands. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  run(): void;
}

/** Copies the address, or asks for it while there is none yet. */
export function copyCommand(link: LinkView): LinkCommand {
  if (awaitsAddress(link)) {
    return {
      label: words.copyWhenReady,
      Icon: IconBellRinging,
      pressed: link.copiesWhenReady,
      run: () => void copyWhenReady(link),
    };
  }
  return { label: words.copy, Icon: IconCopy, run: () => void copyCheckoutLink(link) };
}

/** All that can be done now, copying first. `deleted` is told when the link was deleted. */
export function linkCommands(link: LinkView, deleted?: () => void): readonly LinkCommand[] {
  const shared = linkToShare(link);
  const { checkoutUrl } = link;
  const sharing: LinkCommand[] = shared
    ? [
        { label: words.customise, Icon: IconForms, run: () => openCustomise(shared) },
        { label: words.showQrCode, Icon: IconQrcode, run: () => openQrCode(shared) },
      ]
    : [];
  return [
    copyCommand(link),
    ...sharing,
    { label: words.sendByEmail, Icon: IconMail, run: () => void sendLink(link, 'email') },
    { label: words.sendByWhatsApp, Icon: IconBrandWhatsapp, run: () => void sendLink(link, 'whatsapp') },
    ...(checkoutUrl === null
      ? []
      : [{ label: words.openInBrowser, Icon: IconExternalLink, run: () => void openInBrowser(checkoutUrl) }]),
    { label: words.createSimilar, Icon: IconCopyPlus, run: () => openSimilarLink(link) },
    ...(link.canEdit ? [{ label: words.edit, Icon: IconPencil, run: () => openLinkEditor(link.id) }] : []),
    ...(isReplaceable(link) ? [{ label: words.replace, Icon: IconReplace, run: () => openReplaceLink(link) }] : []),
    {
      label: words.delete,
      Icon: IconTrash,
      danger: true,
      disabled: isLeaving(link),
      run: () => (checkoutUrl !== null && link.uuid === null ? openCannotDelete(link) : askToDelete(link, deleted)),
    },
  ];
}
