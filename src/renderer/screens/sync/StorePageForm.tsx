// Asks for the address of the page where the seller sees products and payment links.
import { Text, TextInput } from '@mantine/core';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { atField, DialogForm, useDialogForm } from '../../components/dialog-form.tsx';
import { useCurrentStore } from '../../state/frame.ts';
import { storeTexts } from '../settings/store-texts.ts';

const t = texts.sync.storePage;

export function StorePageForm({ close, saved }: { close(): void; saved(): void }) {
  const store = useCurrentStore();
  const form = useDialogForm({
    initial: { pageUrl: store?.pageUrl ?? '' },
    content: null,
    save: async ({ pageUrl }) => {
      if (pageUrl.trim() === '') return { ok: false, errors: { pageUrl: t.missing } };
      if (!store) return { ok: false };
      const { id: storeId, undocumentedProductUpdate } = store;
      return atField(
        await call('stores.update', { storeId, undocumentedProductUpdate, ...storeTexts(store), pageUrl }),
        'pageUrl',
      );
    },
    saved: () => {
      close();
      saved();
    },
  });
  return (
    <DialogForm form={form} failed={t.notSaved} submit={t.save} close={close}>
      <Text size="sm">{t.about}</Text>
      <TextInput
        label={t.label}
        description={t.description}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('pageUrl')}
      />
    </DialogForm>
  );
}
