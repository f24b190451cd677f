// The commands of a product in its row menu.
import { IconCoin, IconCopy, IconForms, IconLinkPlus, IconPencil, IconQrcode, IconRefresh } from '@tabler/icons-react';
import type { ProductView } from '../../../shared/product.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import type { RowCommand } from '../../components/row-commands.tsx';
import { toast } from '../../components/toast.tsx';
import { go } from '../../state/route.ts';
import { openNewLink } from '../links/editors.tsx';
import { openCustomise } from '../share/open-customise.tsx';
import { openQrCode } from '../share/open-qr-code.tsx';
import { productToShare } from '../share/shared-link.ts';
import { openDefaultPrice, openProductEditor } from './editors.tsx';

const words = texts.products.one;

export async function copyBasicLink({ id }: ProductView): Promise<void> {
  const answer = await call('products.copyBasicCheckoutLink', { id });
  if (answer.ok) toast('success', words.basicLinkCopied);
  else toast('error', answer.problem.message);
}

/** All commands available now. `canSetPrice`: the store allows the undocumented update. */
export function productCommands(product: ProductView, canSetPrice: boolean): readonly RowCommand[] {
  const { id, actionId, basicCheckoutUrl, fields } = product;
  const shared = productToShare(product);
  return [
    { label: words.newLink, Icon: IconLinkPlus, run: () => openNewLink({ id, title: fields.productTitle }) },
    ...(basicCheckoutUrl === null
      ? []
      : [{ label: words.copyBasicLink, Icon: IconCopy, run: () => void copyBasicLink(product) }]),
    ...(shared
      ? [
          { label: words.customiseLink, Icon: IconForms, run: () => openCustomise(shared) },
          { label: words.showQrCode, Icon: IconQrcode, run: () => openQrCode(shared) },
        ]
      : []),
    ...(product.canEdit
      ? [{ label: texts.products.editProduct, Icon: IconPencil, run: () => openProductEditor(id) }]
      : []),
    ...(canSetPrice
      ? [{ label: texts.products.setDefaultPrice, Icon: IconCoin, run: () => openDefaultPrice(id) }]
      : []),
    ...(actionId === null
      ? []
      : [
          {
            label: texts.common.showTheChange,
            Icon: IconRefresh,
            run: () => go(`#/sync/${encodeURIComponent(actionId)}`),
          },
        ]),
  ];
}
