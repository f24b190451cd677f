// The warning that a new payment link would duplicate another.
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useContext } from 'react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { closeDialog, DialogContext } from '../../state/dialogs.ts';
import { go } from '../../state/route.ts';
import { factsOf } from './link-actions.tsx';

const t = texts.linkForm.alike;

const intoView = (alert: HTMLElement | null): void => alert?.scrollIntoView({ block: 'nearest' });

export function AlikeLink({ link, createAnyway }: { readonly link: LinkView; createAnyway(): void }) {
  const dialog = useContext(DialogContext);
  // Nothing is lost: the link that is shown has all that was typed.
  const show = () => {
    if (dialog !== null) closeDialog(dialog);
    go(`#/links/${link.id}`);
  };
  return (
    <Alert
      ref={intoView}
      color="yellow"
      variant="light"
      title={t.title}
      icon={<IconAlertTriangle aria-hidden />}
      role="alert"
    >
      <Text size="sm">{t.facts({ facts: factsOf(link), hasSold: link.sold !== null })}</Text>
      <Group gap={8} mt={8}>
        <Button variant="default" size="compact-sm" onClick={show}>
          {t.show}
        </Button>
        <Button variant="default" size="compact-sm" onClick={createAnyway}>
          {t.createAnyway}
        </Button>
      </Group>
    </Alert>
  );
}
