// "Open store page": shows what the service has. Asks for the page's address the first time.
import { Button, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { atField, DialogForm, useDialogForm } from '../../kit/form.tsx';
import { notifyProblem } from '../../kit/notify.tsx';
import { useCurrentStore } from '../../state/frame.ts';
import { useSingleFlight } from '../../state/single-flight.ts';

const t = texts.sync.storePage;

async function openStorePage(): Promise<void> {
  const result = await call('stores.openPage', undefined);
  if (!result.ok) notifyProblem(result.problem);
  else if (!result.value.opened) openDialog(t.open, 480, (close) => <StorePageForm close={close} />);
}

export function StorePageButton() {
  const { run } = useSingleFlight();
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconExternalLink size={14} aria-hidden />}
      onClick={() => void run(openStorePage)}
    >
      {t.open}
    </Button>
  );
}

function StorePageForm({ close }: { close(): void }) {
  const store = useCurrentStore();
  const form = useDialogForm({
    initial: { pageUrl: store?.serviceAddress ?? '' },
    content: null,
    save: async ({ pageUrl }) => {
      if (!store || pageUrl.trim() === '') return { ok: false, errors: { pageUrl: t.missing } };
      return atField(await call('stores.update', { storeId: store.id, pageUrl }), 'pageUrl');
    },
    saved: () => {
      close();
      void openStorePage();
    },
  });
  return (
    <DialogForm form={form} failed={texts.sync.notDecided} submit={t.save} close={close}>
      <TextInput
        label={texts.settings.store.page}
        description={t.about}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('pageUrl')}
      />
    </DialogForm>
  );
}
