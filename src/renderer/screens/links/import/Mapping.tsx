// How the file is read: one line with a button that opens the fields. The fields stay open while something is missing.

import { Button, Group, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import {
  ENCODING_NAMES,
  type ImportChange,
  type ImportChoices,
  type ImportDraftView,
  namesProduct,
} from '../../../../shared/link-import.ts';
import type { Currency } from '../../../../shared/money.ts';
import { enumerated, sentences } from '../../../../shared/sentences.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { useFrame } from '../../../state/frame.ts';
import styles from './import.module.css';
import { ColumnFields, ProductField, ReadingFields } from './MappingFields.tsx';
import { roleName } from './roles.ts';

const t = texts.linkImport.columns;

interface MappingProps {
  readonly draft: ImportDraftView;
  /** The id of the element that says what is missing. */
  readonly missing: string;
  change(change: ImportChange): void;
}

export function Mapping({ draft, missing, change }: MappingProps) {
  const { currencies } = useFrame().settings;
  const isWrong = draft.problems.length > 0;
  /** Keeps the fields open once nothing is missing, because the seller is still editing them. */
  const [wasOpened, setOpen] = useState(isWrong);
  const isOpen = isWrong || wasOpened;
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  const fields = useId();
  const summary = summaryOf(draft, currencies);
  return (
    <div className={styles.howRead}>
      <Group justify="space-between" wrap="nowrap" gap={12}>
        <Text size="sm" c="dimmed" className={styles.summary ?? ''} title={summary}>
          {summary}
        </Text>
        <Button
          size="xs"
          variant="default"
          flex="none"
          aria-expanded={isOpen}
          aria-controls={isOpen ? fields : undefined}
          rightSection={isOpen ? <IconChevronUp size={14} aria-hidden /> : <IconChevronDown size={14} aria-hidden />}
          {...(isWrong && { 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': missing })}
          onClick={() => !isWrong && setOpen(!isOpen)}
        >
          {t.change}
        </Button>
      </Group>
      {!draft.choices.roles.some(namesProduct) && (
        <div className={styles.reading}>
          <ProductField draft={draft} change={change} />
        </div>
      )}
      {isOpen && (
        <Stack id={fields} gap={12}>
          <ReadingFields draft={draft} change={change} />
          <ColumnFields draft={draft} change={change} />
        </Stack>
      )}
    </div>
  );
}

/** For example "Read as: semicolon, 1,50, UTF-8, header in line 1. Columns: Product, Price. Not used: uuid". */
function summaryOf({ origin, columns, choices }: ImportDraftView, currencies: readonly Currency[]): string {
  const { delimiter, encoding, decimal, headerLine } = choices;
  const { delimiters } = texts.linkImport.fields;
  const how = [
    delimiters[delimiter],
    ...(decimal === null ? [] : [`1${decimal}50`]),
    ...(origin === 'file' ? [ENCODING_NAMES[encoding]] : []),
    ...(headerLine === null ? [] : [t.headerIn({ line: headerLine })]),
  ];
  return sentences(
    ...(how.length > 0 ? [t.readAs({ how: enumerated(how) })] : []),
    columnsOf(columns, choices, currencies),
  );
}

function columnsOf(
  columns: ImportDraftView['columns'],
  choices: ImportChoices,
  currencies: readonly Currency[],
): string {
  const used = choices.roles.filter(({ kind }) => kind !== 'ignore').map((role) => roleName(role, currencies));
  const unused = columns.flatMap(({ name }, index) => (choices.roles[index]?.kind === 'ignore' ? name : []));
  const roles = enumerated(used);
  return unused.length === 0 ? t.used({ roles }) : t.usedAndNot({ roles, unused: enumerated(unused) });
}
