// The texts of a product as a form: for a new one, and for one that has not left yet.
import { Stack, Textarea, TextInput } from '@mantine/core';
import { z } from 'zod';
import type { Result } from '../../../shared/problem.ts';
import { type ProductFields, productFieldsSchema } from '../../../shared/product.ts';
import { checkedBy, DialogForm, useDialogForm } from '../../components/dialog-form.tsx';
import styles from './ProductForm.module.css';
import { ProductPreview } from './ProductPreview.tsx';

const draftSchema = z.object({ buttonTitle: z.string(), productTitle: z.string(), productDescription: z.string() });
const EMPTY: ProductFields = { buttonTitle: '', productTitle: '', productDescription: '' };

export interface ProductFormProps {
  readonly initial?: ProductFields;
  /** The name under which what is typed outlives a crash of the window. */
  readonly draft?: string;
  /** Hands the checked texts over; a refusal stays in the form. */
  save(fields: ProductFields): Promise<Result<unknown>>;
  close(): void;
}

export function ProductForm({ initial = EMPTY, draft, save, close }: ProductFormProps) {
  const form = useDialogForm({
    initial,
    draft: draft === undefined ? undefined : { name: draft, schema: draftSchema },
    check: (typed) => checkedBy(productFieldsSchema, typed),
    save,
    saved: close,
  });
  return (
    <DialogForm form={form} failed="The product was not saved" submit="Save product" close={close}>
      <div className={styles.columns}>
        <Stack gap={12}>
          <TextInput
            label="Button title"
            description="On the button in your product list that leads to the checkout page"
            {...form.getInputProps('buttonTitle')}
          />
          <TextInput
            label="Product title"
            description="At the top of the checkout page"
            {...form.getInputProps('productTitle')}
          />
          <Textarea
            label="Product description"
            description="Under the title on the checkout page"
            autosize
            minRows={4}
            maxRows={10}
            {...form.getInputProps('productDescription')}
          />
        </Stack>
        <ProductPreview fields={form.values} />
      </div>
    </DialogForm>
  );
}
