// Before something is done to the selected links: how many of them the list does not show.
import { Text } from '@mantine/core';
import { texts } from '../../../shared/texts/window.ts';

export const NotShown = ({ count, hidden }: { readonly count: number; readonly hidden: number }) =>
  hidden > 0 && (
    <Text size="sm" fw={600}>
      {texts.parts.selection.hidden(count, hidden)}
    </Text>
  );
