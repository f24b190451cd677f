// Explains that a link cannot be deleted or replaced because its address has no uuid.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';

export function CannotDelete(props: { readonly link: LinkView; close(): void; createSimilar(): void }) {
  return (
    <Stack gap={16}>
      <Text size="sm">{texts.links.deletion.impossibleBecause({ product: props.link.productTitle })}</Text>
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={props.close} data-autofocus>
          {texts.common.close}
        </Button>
        <Button onClick={props.createSimilar}>{texts.links.commands.createSimilar}</Button>
      </Group>
    </Stack>
  );
}
