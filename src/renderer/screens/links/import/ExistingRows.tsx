// Says how many rows exist already, and chooses all of them or leaves them out.
import { Button, Group, Text } from '@mantine/core';
import type { ImportDraftView } from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';

const words = texts.linkImport.draft;

interface ExistingRowsProps {
  readonly counts: ImportDraftView['counts'];
  choose(on: boolean): void;
}

export function ExistingRows({ counts: { existing, existingChosen }, choose }: ExistingRowsProps) {
  if (existing === 0) return null;
  const areChosen = existingChosen === existing;
  return (
    <Group gap={12} role="group" aria-label={words.existingRows}>
      <Text size="sm" role="status">
        {words.existing(existing)}
        {existingChosen > 0 && `; ${words.existingChosen(existingChosen)}`}
      </Text>
      <Button size="xs" variant="default" onClick={() => choose(!areChosen)}>
        {areChosen ? words.leaveOut : words.importAnyway}
      </Button>
    </Group>
  );
}
