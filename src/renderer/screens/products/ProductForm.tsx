// The texts of a product as a form, for new and for unsent products.
import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type ProductFields, type ProductView, productFieldsSchema } from '../../../shared/product.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import {
  checkedBy,
  DialogForm,
  type FieldErrors,
  LoadedRecord,
  type Saved,
  ServiceAnswer,
  useDialogForm,
  useRefusedFields,
} from '../../kit/form.tsx';
import { notify } from '../../kit/notify.tsx';
import { useAnswer } from '../../state/live.ts';
import { go } from '../../state/route.ts';
import { maySendEdited } from '../sync/decisions.tsx';
import styles from './ProductForm.module.css';

const t = texts.products.form;
const { fields: labels } = texts.products;

const blank = (): ProductFields => ({ buttonTitle: t.buyNow, productTitle: '', productDescription: '' });

interface ProductFormProps {
  readonly initial?: ProductFields;
  /** Field errors of the service. */
  readonly refused?: FieldErrors | undefined;
  /** Submits the validated texts; an error stays in the form. */
  save(fields: ProductFields): Promise<Saved<unknown>>;
  close(): void;
}

function ProductForm({ initial: given, refused, save, close }: ProductFormProps) {
  const [initial] = useState(given ?? blank);
  const form = useDialogForm({
    initial,
    check: (typed) => checkedBy(productFieldsSchema, typed),
    save,
    refused,
    saved: close,
  });
  return (
    <DialogForm form={form} submit={t.save} close={close}>
      <div className={styles.columns}>
        <Stack gap={12}>
          <TextInput label={labels.title} {...form.getInputProps('productTitle')} />
          <TextInput label={labels.buttonTitle} {...form.getInputProps('buttonTitle')} />
          <Textarea
            label={labels.description}
            autosize
            minRows={4}
            maxRows={10}
            {...form.getInputProps('productDescription')}
          />
          <Text size="xs" c="dimmed">
            {texts.productForm.cannotChange}
          </Text>
        </Stack>
        <ProductPreview fields={form.values} />
      </div>
    </DialogForm>
  );
}

/** "Edit product": an unsent product, with the service's answer if it was rejected. */
function EditProduct({ product, close }: { readonly product: ProductView; close(): void }) {
  const { id, sync, changeId } = product;
  const refused = useRefusedFields(sync === 'rejected', changeId);
  if (!product.canEdit) return <Text size="sm">{texts.common.sentAlready}</Text>;
  return (
    <Stack gap={16}>
      <ServiceAnswer sync={sync} changeId={changeId} />
      <ProductForm
        initial={product.fields}
        refused={refused}
        close={close}
        save={async (fields) => {
          if (!(await maySendEdited(changeId))) return { ok: false };
          const result = await call('products.edit', { id, fields });
          if (result.ok) notify('success', texts.products.saved);
          return result;
        }}
      />
    </Stack>
  );
}

function LoadedProduct({ id, close }: { readonly id: string; close(): void }) {
  return (
    <LoadedRecord of={useAnswer('products.get', { id })}>
      {(product) => <EditProduct product={product} close={close} />}
    </LoadedRecord>
  );
}

export const openNewProduct = (): void => open();

/** "New product" with the texts of another one. */
export const openSimilarProduct = (initial: ProductFields): void => open(initial);

function open(initial?: ProductFields): void {
  openDialog(texts.products.newProduct, 760, (close) => (
    <ProductForm
      {...(initial && { initial })}
      close={close}
      save={async (fields) => {
        const result = await call('products.create', fields);
        if (result.ok) {
          const show = () => go(`#/products/${encodeURIComponent(result.value.id)}`);
          notify('success', texts.products.created, { action: { label: texts.app.toasts.show, run: show } });
        }
        return result;
      }}
    />
  ));
}

/** "Edit product", for unsent or rejected products: saving a rejected one sends it again. */
export function openProductEditor(productId: string): void {
  openDialog(texts.products.editProduct, 760, (close) => <LoadedProduct id={productId} close={close} />);
}

/** Previews a product's texts as buyers see them: the button in the product list, and the head of the checkout page. */
function ProductPreview({ fields }: { readonly fields: ProductFields }) {
  const text = (typed: string, blank: string) =>
    typed.trim() === '' ? <span className={styles.blank}>{blank}</span> : typed.trim();
  return (
    <section className={styles.preview} aria-label={texts.linkForm.preview}>
      <span className={styles.caption}>{t.inProductList}</span>
      <div className={styles.sample}>
        <span className={styles.button} dir="auto">
          {fields.buttonTitle.trim() || '…'}
        </span>
      </div>
      <span className={styles.caption}>{t.onCheckoutPage}</span>
      <div className={styles.sample}>
        <div className={styles.title} dir="auto">
          {text(fields.productTitle, labels.title)}
        </div>
        <div className={styles.description} dir="auto">
          {text(fields.productDescription, labels.description)}
        </div>
      </div>
    </section>
  );
}
