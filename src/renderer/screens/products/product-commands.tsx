// The commands of a product, shared by its row menu and its page.
import {
  IconCash,
  IconCoin,
  IconCopy,
  IconCopyPlus,
  IconEye,
  IconEyeOff,
  IconLinkPlus,
  IconPencil,
  IconQrcode,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import type { ProductView } from '../../../shared/product.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { commandsOf, type RowCommand } from '../../kit/commands.tsx';
import { ask } from '../../kit/dialogs.tsx';
import { notify, report } from '../../kit/notify.tsx';
import { openNewLink } from '../links/LinkForm.tsx';
import { changeCommand } from '../links/link-commands.tsx';
import { showSales } from '../sales/sale-commands.ts';
import { openQrCode } from '../share/QrCode.tsx';
import { openShare } from '../share/Share.tsx';
import { basicLinkWarning, productToShare } from '../share/shared-link.ts';
import { openDefaultPrice } from './DefaultPriceForm.tsx';
import { openProductEditor, openSimilarProduct } from './ProductForm.tsx';

const t = texts.products.one;

/** Copies without a question and warns afterwards, because the product may have a default price that this app does not know. */
export async function copyBasicLink(product: ProductView): Promise<void> {
  if (!(await report(call('products.copyBasicCheckoutLink', { id: product.id })))) return;
  const warning = basicLinkWarning(product);
  if (warning) notify('attention', `${t.basicLinkCopied}. ${warning.body}`);
  else notify('success', t.basicLinkCopied);
}

/** Asks before removing a product that another computer was to create. */
function askToRemove({ id, fields }: ProductView, computer: string): void {
  const { title, means } = texts.products.removal;
  const name = cutInMiddle(fields.productTitle);
  ask({
    title,
    confirm: title,
    danger: true,
    body: means({ product: name, computer }),
    act: async () => {
      const answer = await call('products.remove', { id });
      if (answer.ok) notify('success', texts.links.deletion.removed);
      return answer;
    },
  });
}

/** All commands available now. `canSetPrice`: the store allows the undocumented update. */
export function productCommands(product: ProductView, canSetPrice: boolean): readonly RowCommand[] {
  const { id, basicCheckoutUrl, createdOn, fields, isHidden } = product;
  const shared = productToShare(product);
  const { share, showQrCode } = texts.links.commands;
  const { editProduct, setDefaultPrice, duplicate, removal } = texts.products;
  return commandsOf(
    { label: texts.links.newLink, Icon: IconLinkPlus, run: () => openNewLink({ id, title: fields.productTitle }) },
    basicCheckoutUrl !== null && {
      label: t.copyBasicLink,
      Icon: IconCopy,
      shortcut: 'copyLink',
      run: () => void copyBasicLink(product),
    },
    shared && { label: share, Icon: IconShare, run: () => openShare(shared) },
    shared && { label: showQrCode, Icon: IconQrcode, run: () => openQrCode(shared) },
    { label: texts.sales.show, Icon: IconCash, run: () => showSales({ productId: id }) },
    product.canEdit && { label: editProduct, Icon: IconPencil, run: () => openProductEditor(id) },
    canSetPrice && { label: setDefaultPrice, Icon: IconCoin, run: () => openDefaultPrice(id) },
    product.origin === 'desk' && { label: duplicate, Icon: IconCopyPlus, run: () => openSimilarProduct(fields) },
    {
      label: isHidden ? t.unhide : t.hide,
      Icon: isHidden ? IconEye : IconEyeOff,
      run: () => report(call('products.setPrivate', { id, values: { isHidden: !isHidden } })),
    },
    createdOn !== null && {
      label: removal.title,
      Icon: IconTrash,
      danger: true,
      run: () => askToRemove(product, createdOn.computer),
    },
    changeCommand(product.changeId),
  );
}
