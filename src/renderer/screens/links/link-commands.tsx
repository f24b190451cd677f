// The commands of a payment link, shared by its row menu and its details.
import {
  IconBellRinging,
  IconCopy,
  IconCopyPlus,
  IconExternalLink,
  IconPencil,
  IconQrcode,
  IconRefresh,
  IconReplace,
  IconShare,
  IconTrash,
  IconTrashOff,
} from '@tabler/icons-react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { commandsOf, type RowCommand } from '../../kit/commands.tsx';
import { shownStoreId } from '../../kit/notify.tsx';
import { go } from '../../state/route.ts';
import { openQrCode } from '../share/QrCode.tsx';
import { openShare } from '../share/Share.tsx';
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
  openInBrowser,
} from './link-actions.tsx';

const t = texts.links.commands;

/** Copies the address, or requests it if there is none yet. */
export function copyCommand(link: LinkView): RowCommand {
  if (awaitsAddress(link)) {
    return {
      label: t.copyWhenReady,
      Icon: IconBellRinging,
      pressed: link.copiesWhenReady,
      // Pressed again, the key does not cancel it.
      ...(!link.copiesWhenReady && { shortcut: 'copyLink' }),
      run: () => void copyWhenReady(link),
    };
  }
  return { label: t.copy, Icon: IconCopy, shortcut: 'copyLink', run: () => void copyCheckoutLink(link) };
}

/** Whether a single-use link has sold, so that nobody can pay with it any more. */
export const isUsed = (link: LinkView): boolean => link.useOnce && link.sold !== null;

/** All commands available now, most likely one first, and the way to the link's change. Deleting calls `deleted` afterwards. */
export function rowCommands(link: LinkView, deleted: () => void): readonly RowCommand[] {
  const shared = linkToShare(link);
  const { checkoutUrl, changeId } = link;
  const similar = { label: t.createSimilar, Icon: IconCopyPlus, run: () => openSimilarLink(link) };
  return commandsOf(
    isUsed(link) && similar,
    copyCommand(link),
    shared && { label: t.share, Icon: IconShare, run: () => openShare(shared) },
    shared && { label: t.showQrCode, Icon: IconQrcode, run: () => openQrCode(shared) },
    checkoutUrl !== null && { label: t.openInBrowser, Icon: IconExternalLink, run: () => openInBrowser(checkoutUrl) },
    !isUsed(link) && similar,
    link.canEdit && { label: t.edit, Icon: IconPencil, run: () => openLinkEditor(link.id) },
    isReplaceable(link) && { label: t.replace, Icon: IconReplace, run: () => openReplaceLink(link) },
    isLeaving(link) ? keepCommand(link) : deleteCommand(link, deleted),
    changeCommand(changeId),
  );
}

/** Cancels a deletion that is not being sent yet. */
const keepCommand = (link: LinkView): RowCommand => ({
  label: t.keep,
  Icon: IconTrashOff,
  ...(isKeepable(link) ? {} : { disabled: true, why: texts.links.deletion.beingSent }),
  run: () => void keepLink(shownStoreId(), link),
});

export function deleteCommand(link: LinkView, deleted: () => void): RowCommand {
  return {
    label: t.delete,
    Icon: IconTrash,
    danger: true,
    shortcut: 'remove',
    disabled: isLeaving(link),
    run: () => (link.checkoutUrl !== null && link.uuid === null ? openCannotDelete(link) : askToDelete(link, deleted)),
  };
}

export const addressOf = ({ id }: Pick<LinkView, 'id'>): string => `#/links/${encodeURIComponent(id)}`;

/** Opens the change behind a record's state. */
export const changeCommand = (changeId: string | null): RowCommand | null =>
  changeId === null
    ? null
    : {
        label: texts.common.showTheChange,
        Icon: IconRefresh,
        run: () => go(`#/sync/${encodeURIComponent(changeId)}`),
      };
