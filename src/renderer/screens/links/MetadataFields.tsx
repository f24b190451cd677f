// The metadata of a link: rows of key and value, delivered to the after-sell webhook.
import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import { useAddedRow } from '../../kit/form.tsx';
import styles from './LinkForm.module.css';
import { emptyMetadata, type MetadataTyped } from './link-form.ts';

const t = texts.linkForm.metadata;

export interface MetadataFieldsProps {
  readonly metadata: readonly MetadataTyped[];
  readonly errors: FormErrors;
  /** Focuses the first value: it distinguishes the new link from the original. */
  readonly first?: boolean;
  onChange(metadata: readonly MetadataTyped[]): void;
}

export function MetadataFields({ metadata, errors, first = false, onChange }: MetadataFieldsProps) {
  const { rows, adding } = useAddedRow(metadata.length);
  const change = (index: number, part: Partial<MetadataTyped>) =>
    onChange(metadata.map((entry, at) => (at === index ? { ...entry, ...part } : entry)));
  const add = () => {
    adding();
    onChange([...metadata, emptyMetadata()]);
  };

  return (
    <Stack gap={8} ref={rows}>
      <div>
        <Text size="sm" fw={500}>
          {texts.links.facts.metadata}
        </Text>
        <Text size="xs" c="dimmed">
          {t.hint}
        </Text>
      </div>
      {metadata.map((entry, index) => (
        <div key={entry.rowKey} className={styles.metadataRow}>
          <TextInput
            aria-label={t.keyAt({ place: index + 1 })}
            placeholder={t.key}
            autoComplete="off"
            spellCheck={false}
            data-optional
            data-row={index}
            value={entry.key}
            error={errors[`metadata.${index}.key`]}
            onChange={(event) => change(index, { key: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t.valueAt({ place: index + 1 })}
            data-optional
            data-first={(first && index === 0) || undefined}
            placeholder={t.value}
            autoComplete="off"
            spellCheck={false}
            value={entry.value}
            error={errors[`metadata.${index}.value`] ?? errors.metadata !== undefined}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          <ActionIcon
            size={32}
            aria-label={t.remove({ place: index + 1 })}
            title={t.remove({ place: index + 1 })}
            onClick={() => onChange(metadata.filter((_, at) => at !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {errors.metadata && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errors.metadata}
        </Text>
      )}
      <div>
        <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          {t.add}
        </Button>
      </div>
    </Stack>
  );
}
