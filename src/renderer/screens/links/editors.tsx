// Opens the dialogs about payment links, from anywhere in the window.
import { openDialog } from '../../components/dialog.tsx';
import { EditLink, type ForProduct, NewLink } from './LinkDialogs.tsx';

/** "New payment link"; without a product it is chosen in the dialog. */
export function openNewLink(product: ForProduct | null): void {
  openDialog('New payment link', 600, (close) => <NewLink product={product} close={close} />);
}

/** "Edit payment link", for one that has not left yet or was rejected: saving a rejected one sends it again. */
export function openLinkEditor(linkId: string): void {
  openDialog('Edit payment link', 600, (close) => <EditLink id={linkId} close={close} />);
}
