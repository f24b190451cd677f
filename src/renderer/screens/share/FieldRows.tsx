// The fields of "Customise checkout link" beyond the two that the service names.
import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import { useAddedRow } from '../../kit/form.tsx';
import { type FieldRow, newRow } from './fields.ts';
import styles from './share.module.css';

const t = texts.share.customise;

interface FieldRowsProps {
  readonly rows: readonly FieldRow[];
  readonly errors: readonly (string | null)[];
  onChange(rows: readonly FieldRow[]): void;
}

export function FieldRows({ rows, errors, onChange }: FieldRowsProps) {
  const { rows: element, adding } = useAddedRow(rows.length);
  const change = (index: number, part: Partial<FieldRow>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const add = () => {
    adding();
    onChange([...rows, newRow()]);
  };
  return (
    <Stack gap={8} ref={element}>
      <Text size="sm" fw={500}>
        {t.otherFields}
      </Text>
      {rows.map((row, index) => (
        <div key={row.key} className={styles.fieldRow}>
          <TextInput
            aria-label={t.fieldNumber({ at: index + 1 })}
            placeholder={t.field}
            autoComplete="off"
            spellCheck={false}
            data-row={index}
            value={row.name}
            error={errors[index]}
            onChange={(event) => change(index, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t.valueNumber({ at: index + 1 })}
            placeholder={texts.linkForm.metadata.value}
            autoComplete="off"
            spellCheck={false}
            data-field={row.name.trim()}
            value={row.value}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            size={32}
            aria-label={t.removeField({ at: index + 1 })}
            title={t.removeField({ at: index + 1 })}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          {t.addField}
        </Button>
      </div>
    </Stack>
  );
}
