// "Open store page": shows what the service has. Asks for the address the first time.
import { Button, type ButtonProps } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { toastProblem } from '../../components/toast.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { StorePageForm } from './StorePageForm.tsx';

const t = texts.sync.storePage;

export async function openStorePage(): Promise<void> {
  const result = await call('stores.openPage', undefined);
  if (!result.ok) toastProblem(result.problem);
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
      data-aid
      onClick={() => void openStorePage()}
    >
      {t.open}
    </Button>
  );
}
