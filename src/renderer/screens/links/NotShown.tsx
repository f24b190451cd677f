// Shows how many of the selected links are not in the list, before an action on them.
import { Text } from '@mantine/core';
import { texts } from '../../../shared/texts/window.ts';

export const NotShown = ({ count, hidden }: { readonly count: number; readonly hidden: number }) =>
  hidden > 0 && (
    <Text size="sm" fw={600}>
      {texts.parts.selection.hidden({ count, hidden })}
    </Text>
  );
