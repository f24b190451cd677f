// "Open store page": shows what the service has. Asks for the address the first time.
import { Button, type ButtonProps, Text, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { atField, DialogForm, useDialogForm } from '../../components/dialog-form.tsx';
import { notifyProblem } from '../../components/notify.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { useCurrentStore } from '../../state/frame.ts';

const t = texts.sync.storePage;

async function openStorePage(): Promise<void> {
  const result = await call('stores.openPage', undefined);
  if (!result.ok) notifyProblem(result.problem);
  else if (!result.value.opened) {
    const reopen = () => void openStorePage();
    openDialog(t.title, 480, (close) => <StorePageForm close={close} saved={reopen} />);
  }
}

export function StorePageButton({ size = 'xs' }: Pick<ButtonProps, 'size'>) {
  return (
    <Button
      size={size}
      variant="default"
      title={t.open}
      leftSection={<IconExternalLink size={14} aria-hidden />}
      onClick={() => void openStorePage()}
    >
      {t.open}
    </Button>
  );
}

/** Asks for the address of the page where the seller sees products and payment links. */
function StorePageForm({ close, saved }: { close(): void; saved(): void }) {
  const store = useCurrentStore();
  const form = useDialogForm({
    initial: { pageUrl: store?.pageUrl ?? '' },
    content: null,
    save: async ({ pageUrl }) => {
      if (pageUrl.trim() === '') return { ok: false, errors: { pageUrl: t.missing } };
      if (!store) return { ok: false };
      return atField(await call('stores.update', { storeId: store.id, pageUrl }), 'pageUrl');
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
