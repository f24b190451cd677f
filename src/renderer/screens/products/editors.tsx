// Opens the dialogs about products, from anywhere in the window.

import { call } from '../../bridge.ts';
import { openDialog } from '../../components/dialog.tsx';
import { whenSent } from '../../components/sending.ts';
import { toast } from '../../components/toast.tsx';
import { AddExistingForm } from './AddExistingForm.tsx';
import { DefaultPriceForm } from './DefaultPriceForm.tsx';
import { EditProduct } from './EditProduct.tsx';
import { ProductForm } from './ProductForm.tsx';

/** "New product". */
export function openNewProduct(): void {
  openDialog('New product', 760, (close) => (
    <ProductForm
      draft="new-product"
      close={close}
      save={async (fields) => {
        const result = await call('products.create', fields);
        if (result.ok) toast('success', `Product saved. ${whenSent()}`);
        return result;
      }}
    />
  ));
}

/** "Edit product", for one that has not left yet or was rejected: saving a rejected one sends it again. */
export function openProductEditor(productId: string): void {
  openDialog('Edit product', 760, (close) => <EditProduct id={productId} close={close} />);
}

/** "Add existing product". */
export function openAddExistingProduct(): void {
  openDialog('Add existing product', 480, (close) => <AddExistingForm close={close} />);
}

/** "Set default price", where the undocumented product update is on; saving a rejected one sends it again. */
export function openDefaultPrice(productId: string): void {
  openDialog('Set default price', 560, (close) => <DefaultPriceForm id={productId} close={close} />);
}
