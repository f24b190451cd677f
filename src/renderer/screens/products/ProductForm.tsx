// The texts of a product as a form, for new and for unsent products.
import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ProductFields, productFieldsSchema } from '../../../shared/product.ts';
import { texts } from '../../../shared/texts/window.ts';
import { checkedBy, DialogForm, type Saved, useDialogForm } from '../../components/dialog-form.tsx';
import type { FieldErrors } from '../../components/form.ts';
import { useLive } from '../../state/live.ts';
import styles from './ProductForm.module.css';
import { ProductPreview } from './ProductPreview.tsx';

const t = texts.products.form;
const { fields } = texts.products;

const EMPTY: ProductFields = { buttonTitle: '', productTitle: '', productDescription: '' };

export interface ProductFormProps {
  /** Null for a new product. */
  readonly id: string | null;
  readonly initial?: ProductFields;
  /** Field errors of the service. */
  readonly refused?: FieldErrors | undefined;
  /** Submits the validated texts; an error stays in the form. */
  save(fields: ProductFields): Promise<Saved<unknown>>;
  close(): void;
}

export function ProductForm({ id, initial = EMPTY, refused, save, close }: ProductFormProps) {
  const form = useDialogForm({
    initial,
    check: (typed) => checkedBy(productFieldsSchema, typed),
    save,
    refused,
    saved: close,
  });
  const [title] = useDebouncedValue(form.values.productTitle, 80);
  const { data: taken } = useLive('products.titleTaken', { title, id }, ['products']);
  return (
    <DialogForm form={form} failed={t.notSaved} submit={t.save} close={close}>
      <div className={styles.columns}>
        <Stack gap={12}>
          <TextInput
            label={fields.buttonTitle}
            description={t.buttonTitleHint}
            {...form.getInputProps('buttonTitle')}
          />
          <TextInput
            label={fields.title}
            description={t.titleHint}
            inputContainer={(input) => (
              <>
                {input}
                <Text size="xs" role="status">
                  {taken?.isTaken && texts.productForm.titleTaken}
                </Text>
              </>
            )}
            {...form.getInputProps('productTitle')}
          />
          <Textarea
            label={fields.description}
            description={t.descriptionHint}
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
