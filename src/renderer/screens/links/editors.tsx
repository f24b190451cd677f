// Opens the payment link dialogs from anywhere in the window.
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../state/dialogs.ts';
import { AddExistingLink } from './AddExistingLink.tsx';
import { CannotDelete } from './CannotDelete.tsx';
import { DeleteLinks } from './DeleteLinks.tsx';
import { EditLink, ReplaceLink } from './LinkDialogs.tsx';
import { type ForProduct, NewLink } from './LinkForm.tsx';

/** "New payment link"; without a product the dialog asks for it. */
export function openNewLink(product: ForProduct | null): void {
  openDialog(texts.links.newLink, 600, (close) => <NewLink product={product} close={close} />);
}

export function openAddExistingLink(): void {
  openDialog(texts.links.addExisting, 600, (close, leave) => <AddExistingLink close={close} leave={leave} />);
}

/** "New payment link" with the values of another link, which stays unchanged. */
export function openSimilarLink(link: LinkView): void {
  openDialog(texts.links.newLink, 600, (close) => <NewLink product={null} like={link} close={close} />);
}

/** "Replace payment link"; says first when the link cannot be deleted on the service. */
export function openReplaceLink(link: LinkView): void {
  if (link.uuid === null) openCannotDelete(link);
  else openDialog(texts.linkForm.replace.title, 600, (close) => <ReplaceLink link={link} close={close} />);
}

/** Why a link without a uuid can be neither deleted nor replaced. */
export function openCannotDelete(link: LinkView): void {
  openDialog(texts.links.deletion.impossible, 440, (close) => (
    <CannotDelete
      link={link}
      close={close}
      createSimilar={() => {
        close();
        openSimilarLink(link);
      }}
    />
  ));
}

/** "Edit payment link", for unsent or rejected links: saving a rejected one sends it again. */
export function openLinkEditor(linkId: string): void {
  openDialog(texts.linkForm.edit.title, 600, (close) => <EditLink id={linkId} close={close} />);
}

/** "Delete payment links". `hidden`: how many of them the list does not show. `deleted` is called after the deletion. */
export function openDeleteLinks(ids: readonly string[], hidden: number, deleted: () => void): void {
  openDialog(texts.links.deletionOfMany.title, 600, (close) => (
    <DeleteLinks
      ids={ids}
      hidden={hidden}
      close={close}
      deleted={() => {
        close();
        deleted();
      }}
    />
  ));
}
