// Said before a link is deleted or replaced that the service cannot be told apart: its address carries no uuid.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { LinkView } from '../../../shared/payment-link.ts';

export function CannotDelete(props: { readonly link: LinkView; close(): void; createSimilar(): void }) {
  return (
    <Stack gap={16}>
      <Text size="sm">
        The address of this payment link for “{props.link.productTitle}” carries no uuid, so the service cannot be told
        which link to delete, and it cannot be replaced either. Nothing was changed. A similar link can be made; both
        then work.
      </Text>
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={props.close} data-autofocus>
          Close
        </Button>
        <Button onClick={props.createSimilar}>Create similar link</Button>
      </Group>
    </Stack>
  );
}
