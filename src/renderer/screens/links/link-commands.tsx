// What can be done with one payment link, by name: the same in its row's menu and beside its details.
import {
  IconBellRinging,
  IconCopy,
  IconCopyPlus,
  IconExternalLink,
  IconForms,
  IconPencil,
  IconQrcode,
  IconReplace,
  IconTrash,
} from '@tabler/icons-react';
import type { LinkView } from '../../../shared/payment-link.ts';
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
} from './link-actions.tsx';

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
      label: 'Copy when ready',
      Icon: IconBellRinging,
      pressed: link.copiesWhenReady,
      run: () => void copyWhenReady(link),
    };
  }
  return { label: 'Copy checkout link', Icon: IconCopy, run: () => void copyCheckoutLink(link) };
}

/** All that can be done now, copying first. `deleted` is told when the link was deleted. */
export function linkCommands(link: LinkView, deleted?: () => void): readonly LinkCommand[] {
  const shared = linkToShare(link);
  const { checkoutUrl } = link;
  const sharing: LinkCommand[] = shared
    ? [
        { label: 'Customise checkout link', Icon: IconForms, run: () => openCustomise(shared) },
        { label: 'Show QR code', Icon: IconQrcode, run: () => openQrCode(shared) },
      ]
    : [];
  return [
    copyCommand(link),
    ...sharing,
    ...(checkoutUrl === null
      ? []
      : [{ label: 'Open in browser', Icon: IconExternalLink, run: () => void openInBrowser(checkoutUrl) }]),
    { label: 'Create similar link', Icon: IconCopyPlus, run: () => openSimilarLink(link) },
    ...(link.canEdit ? [{ label: 'Edit link', Icon: IconPencil, run: () => openLinkEditor(link.id) }] : []),
    ...(isReplaceable(link) ? [{ label: 'Replace link', Icon: IconReplace, run: () => openReplaceLink(link) }] : []),
    {
      label: 'Delete link',
      Icon: IconTrash,
      danger: true,
      disabled: isLeaving(link),
      run: () => (checkoutUrl !== null && link.uuid === null ? openCannotDelete(link) : askToDelete(link, deleted)),
    },
  ];
}
