// Opens the product dialogs from anywhere in the window.

import { sentences } from '../../../shared/sentences.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { openNewLink } from '../links/editors.tsx';
import { AddExistingForm } from './AddExistingForm.tsx';
import { DefaultPriceForm } from './DefaultPriceForm.tsx';
import { EditProduct } from './EditProduct.tsx';
import { ProductForm } from './ProductForm.tsx';

const t = texts.products;

export function openNewProduct(): void {
  openDialog(t.newProduct, 760, (close) => (
    <ProductForm
      id={null}
      close={close}
      save={async (fields) => {
        const result = await call('products.create', fields);
        if (result.ok) {
          const product = { id: result.value.id, title: fields.productTitle };
          const saved = t.saved({ product: cutInMiddle(fields.productTitle) });
          toast('success', (whenSent) => sentences(saved, whenSent), {
            label: texts.links.newLink,
            run: () => openNewLink(product),
            isOffer: true,
          });
        }
        return result;
      }}
    />
  ));
}

/** "Edit product", for unsent or rejected products: saving a rejected one sends it again. */
export function openProductEditor(productId: string): void {
  openDialog(t.editProduct, 760, (close) => <EditProduct id={productId} close={close} />);
}

export function openAddExistingProduct(): void {
  openDialog(t.addExisting, 480, (close) => <AddExistingForm close={close} />);
}

/** "Set default price", if the undocumented product update is on; saving a rejected one sends it again. */
export function openDefaultPrice(productId: string): void {
  openDialog(t.setDefaultPrice, 560, (close) => <DefaultPriceForm id={productId} close={close} />);
}
