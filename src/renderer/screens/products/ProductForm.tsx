// The texts of a product as a form, for new and for unsent products.
import { Badge, Paper, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ProductFields, productFieldsSchema } from '../../../shared/product.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { checkedBy, DialogForm, type FieldErrors, type Saved, useDialogForm } from '../../kit/form.tsx';
import { LoadedRecord } from '../../kit/loaded.tsx';
import { notify } from '../../kit/notify.tsx';
import { go } from '../../state/route.ts';
import { maySendEdited } from '../sync/decision-questions.tsx';

const t = texts.products.form;
const { fields: labels } = texts.products;

const BLANK: ProductFields = { buttonTitle: t.buyNow, productTitle: '', productDescription: '' };

interface ProductFormProps {
  readonly initial: ProductFields;
  /** What the service rejected, by field. */
  readonly refused?: FieldErrors | undefined;
  /** Saves the validated texts. A failure stays in the form. */
  save(fields: ProductFields): Promise<Saved<unknown>>;
  close(): void;
}

function ProductForm({ initial, refused, save, close }: ProductFormProps) {
  const check = (typed: ProductFields) => checkedBy(productFieldsSchema, typed);
  const form = useDialogForm({ initial, check, save, refused, saved: close });
  return (
    <DialogForm form={form} submit={t.save} close={close}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={24}>
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
      </SimpleGrid>
    </DialogForm>
  );
}

export const openNewProduct = (): void => openSimilarProduct(BLANK);

/** "New product" with the texts of another one. */
export function openSimilarProduct(initial: ProductFields): void {
  openDialog(texts.products.newProduct, 760, (close) => (
    <ProductForm
      initial={initial}
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

/** "Edit product", for unsent or rejected products. Saving a rejected one sends it again. */
export function openProductEditor(productId: string): void {
  openDialog(texts.products.editProduct, 760, (close) => (
    <LoadedRecord channel="products.get" id={productId}>
      {({ id, fields, canEdit, changeId }, refused) =>
        canEdit ? (
          <ProductForm
            initial={fields}
            refused={refused}
            close={close}
            save={async (edited) => {
              if (!(await maySendEdited(changeId))) return { ok: false };
              const result = await call('products.edit', { id, fields: edited });
              if (result.ok) notify('success', texts.products.saved);
              return result;
            }}
          />
        ) : (
          <Text size="sm">{texts.common.sentAlready}</Text>
        )
      }
    </LoadedRecord>
  ));
}

/** Previews a product's texts as buyers see them: the button in the product list, and the top of the checkout page. */
function ProductPreview({ fields }: { readonly fields: ProductFields }) {
  const text = (name: 'productTitle' | 'productDescription', blank: string) => {
    const typed = fields[name].trim();
    return { children: typed || blank, ...(typed === '' && { c: 'dimmed' }), dir: 'auto' };
  };
  return (
    <Stack component="section" gap={8} miw={0} aria-label={texts.linkForm.preview}>
      <Text size="xs" c="dimmed">
        {t.inProductList}
      </Text>
      <Paper withBorder p={12}>
        <Badge size="lg" radius="sm" tt="none" fw={500} dir="auto">
          {fields.buttonTitle.trim() || '…'}
        </Badge>
      </Paper>
      <Text size="xs" c="dimmed">
        {t.onCheckoutPage}
      </Text>
      <Paper withBorder p={12} style={{ overflowWrap: 'anywhere' }}>
        <Text size="lg" fw={600} {...text('productTitle', labels.title)} />
        <Text
          size="sm"
          lineClamp={8}
          style={{ whiteSpace: 'pre-wrap' }}
          {...text('productDescription', labels.description)}
        />
      </Paper>
    </Stack>
  );
}
