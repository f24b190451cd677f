// The role of each column: a select with a few sample values.
import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ColumnRole, ImportDraftView } from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { useFrame } from '../../../state/frame.ts';
import styles from './import.module.css';
import { optionOf, roleOf, roleOptions } from './roles.ts';

const t = texts.linkImport.columns;

interface ColumnFieldsProps {
  readonly draft: ImportDraftView;
  change(roles: ColumnRole[]): void;
}

export function ColumnFields({ draft, change }: ColumnFieldsProps) {
  const options = roleOptions(useFrame().settings.currencies);
  const { roles } = draft.choices;
  const put = (at: number, role: ColumnRole) => change(roles.map((old, place) => (place === at ? role : old)));
  return (
    <fieldset className={styles.columns}>
      <legend>{t.title}</legend>
      {draft.columns.map(({ name, samples }, at) => {
        const role = roles[at] ?? { kind: 'ignore' as const };
        const shown = samples.join(' · ');
        return (
          <div key={name} className={styles.column}>
            <NativeSelect
              label={name}
              data={options}
              value={optionOf(role)}
              onChange={(event) => put(at, roleOf(event.currentTarget.value, name))}
            />
            {role.kind === 'metadata' && (
              <MetadataKey
                label={t.metadataKeyFor({ column: name })}
                value={role.key}
                change={(key) => put(at, { kind: 'metadata', key })}
              />
            )}
            <div className={styles.sample} title={shown}>
              {shown}
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}

/** Applied when the field loses focus, because each change checks all rows again. */
function MetadataKey(props: { readonly label: string; readonly value: string; change(key: string): void }) {
  /** The typed text that is not applied yet, or null. */
  const [edit, setEdit] = useState<string | null>(null);
  const typed = edit ?? props.value;
  useEffect(() => setEdit((now) => (now === props.value ? null : now)), [props.value]);
  const take = () => {
    if (typed !== props.value) props.change(typed);
  };
  return (
    <TextInput
      aria-label={props.label}
      placeholder={t.metadataKey}
      maxLength={200}
      value={typed}
      error={typed.trim() === '' ? t.enterKey : undefined}
      onChange={(event) => setEdit(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}
