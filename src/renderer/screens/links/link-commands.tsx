// The commands of a payment link, shared by its row menu and its details.
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
  IconRefresh,
  IconReplace,
  IconTrash,
  IconTrashOff,
} from '@tabler/icons-react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { shownStoreId } from '../../components/notify.tsx';
import type { RowCommand } from '../../components/row-commands.tsx';
import { go } from '../../state/route.ts';
import { openCustomise } from '../share/Customise.tsx';
import { openQrCode } from '../share/QrCode.tsx';
import { isLeaving, linkToShare } from '../share/shared-link.ts';
import { askToDelete, keepLink } from './delete-links.tsx';
import { openCannotDelete, openLinkEditor, openReplaceLink } from './LinkDialogs.tsx';
import { openSimilarLink } from './LinkForm.tsx';
import {
  awaitsAddress,
  copyCheckoutLink,
  copyWhenReady,
  isKeepable,
  isReplaceable,
  noAddressBecause,
  openInBrowser,
  sendLink,
} from './link-actions.tsx';

const t = texts.links.commands;

/** Copies the address, or requests it while there is none yet. */
export function copyCommand(link: LinkView): RowCommand {
  if (awaitsAddress(link)) {
    return {
      label: t.copyWhenReady,
      Icon: IconBellRinging,
      pressed: link.copiesWhenReady,
      run: () => void copyWhenReady(link),
    };
  }
  return { label: t.copy, Icon: IconCopy, shortcut: 'copyLink', run: () => void copyCheckoutLink(link) };
}

/** All commands available now, copying first. `deleted` is called after the deletion. */
export function linkCommands(link: LinkView, deleted?: () => void): readonly RowCommand[] {
  const shared = linkToShare(link);
  const { checkoutUrl } = link;
  const why = noAddressBecause(link);
  const sending = why === undefined ? {} : { disabled: true, why };
  const sharing: RowCommand[] = shared
    ? [
        { label: t.customise, Icon: IconForms, run: () => openCustomise(shared) },
        { label: t.showQrCode, Icon: IconQrcode, run: () => openQrCode(shared) },
      ]
    : [];
  return [
    copyCommand(link),
    ...sharing,
    { label: t.sendByEmail, Icon: IconMail, ...sending, run: () => void sendLink(link, 'email') },
    { label: t.sendByWhatsApp, Icon: IconBrandWhatsapp, ...sending, run: () => void sendLink(link, 'whatsapp') },
    ...(checkoutUrl === null
      ? []
      : [{ label: t.openInBrowser, Icon: IconExternalLink, run: () => void openInBrowser(checkoutUrl) }]),
    { label: t.createSimilar, Icon: IconCopyPlus, run: () => openSimilarLink(link) },
    ...(link.canEdit ? [{ label: t.edit, Icon: IconPencil, run: () => openLinkEditor(link.id) }] : []),
    ...(isReplaceable(link) ? [{ label: t.replace, Icon: IconReplace, run: () => openReplaceLink(link) }] : []),
    isLeaving(link) ? keepCommand(link) : deleteCommand(link, deleted),
  ];
}

/** Cancels a waiting deletion. */
const keepCommand = (link: LinkView): RowCommand => ({
  label: t.keep,
  Icon: IconTrashOff,
  ...(isKeepable(link) ? {} : { disabled: true, why: texts.links.deletion.beingSent }),
  run: () => void keepLink(shownStoreId(), link),
});

export function deleteCommand(link: LinkView, deleted?: () => void): RowCommand {
  return {
    label: t.delete,
    Icon: IconTrash,
    danger: true,
    shortcut: 'remove',
    disabled: isLeaving(link),
    run: () => (link.checkoutUrl !== null && link.uuid === null ? openCannotDelete(link) : askToDelete(link, deleted)),
  };
}

export const addressOf = ({ id }: LinkView): string => `#/links/${encodeURIComponent(id)}`;

/** Closes the details of a link that the seller deleted from its row. */
export function closeDetails(link: LinkView): void {
  if (window.location.hash === addressOf(link)) go('#/links');
}

/** The same in the row menu, plus the way to its change. */
export function rowCommands(link: LinkView): readonly RowCommand[] {
  const { actionId } = link;
  const change = {
    label: texts.common.showTheChange,
    Icon: IconRefresh,
    run: () => go(`#/sync/${encodeURIComponent(actionId ?? '')}`),
  };
  return [...linkCommands(link, () => closeDetails(link)), ...(actionId === null ? [] : [change])];
}
