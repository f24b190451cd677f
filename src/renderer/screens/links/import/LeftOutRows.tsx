// Shows how many rows are left out for one reason, and chooses all of them or none.

import { Button, Group, Text } from '@mantine/core';
import type { LeftOut } from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';

const t = texts.linkImport.draft;

interface LeftOutRowsProps {
  readonly kind: LeftOut;
  readonly rows: number;
  /** How many of them the seller chose. */
  readonly chosen: number;
  choose(on: boolean): void;
}

export function LeftOutRows({ kind, rows, chosen, choose }: LeftOutRowsProps) {
  if (rows === 0) return null;
  const areChosen = chosen === rows;
  return (
    <Group gap={12} role="group" aria-label={t.leftOut[kind].rows}>
      <Text size="sm" role="status">
        {t.leftOut[kind].count({ rows })}
        {chosen > 0 && `; ${t.leftOutChosen({ chosen, rows })}`}
      </Text>
      {/* Few of those can be links, so each is chosen by itself. */}
      {kind !== 'skipped' && (
        <Button size="xs" variant="default" onClick={() => choose(!areChosen)}>
          {areChosen ? t.leaveOut({ rows }) : t.importAnyway({ rows })}
        </Button>
      )}
    </Group>
  );
}
