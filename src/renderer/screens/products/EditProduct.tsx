// "Edit product": loads an unsent product, with the service's answer if it was rejected.
import { Skeleton, Stack, Text } from '@mantine/core';
import { sentences } from '../../../shared/sentences.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { BeforeEditing } from '../../components/BeforeEditing.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { useRefusedFields } from '../../components/refused-fields.ts';
import { toast } from '../../components/toast.tsx';
import { useLoaded } from '../../state/loaded.ts';
import { maySendEdited } from '../sync/may-exist.tsx';
import { ProductForm } from './ProductForm.tsx';

export function EditProduct({ id, close }: { readonly id: string; close(): void }) {
  const { data: product, problem } = useLoaded('products.get', id);
  const refused = useRefusedFields(product?.sync === 'rejected', product?.actionId ?? null);
  if (problem) return <ProblemAlert title={texts.products.notOpened} problem={problem} />;
  if (product === undefined) return <Skeleton height={280} />;
  if (product === null) return <Text size="sm">{texts.products.gone}</Text>;
  if (!product.canEdit) {
    return <Text size="sm">{texts.products.alreadySent}</Text>;
  }
  return (
    <Stack gap={16}>
      <BeforeEditing sync={product.sync} actionId={product.actionId} />
      <ProductForm
        id={id}
        initial={product.fields}
        refused={refused}
        close={close}
        save={async (fields) => {
          if (!(await maySendEdited(product.actionId))) return { ok: false };
          const result = await call('products.edit', { id, fields });
          const saved = texts.products.saved({ product: cutInMiddle(fields.productTitle) });
          if (result.ok) toast('success', (whenSent) => sentences(saved, whenSent));
          return result;
        }}
      />
    </Stack>
  );
}
