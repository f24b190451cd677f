// The role of each column: a select with a few sample values.
import { NativeSelect, TextInput } from '@mantine/core';
import type { ColumnRole, ImportDraftView } from '../../../../shared/link-import.ts';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { useFrame } from '../../../state/frame.ts';
import styles from './import.module.css';
import { optionOf, roleOf, roleOptions } from './roles.ts';

const t = texts.linkImport.columns;

interface ColumnFieldsProps {
  readonly draft: ImportDraftView;
  /** Null for each column that keeps its role. */
  change(roles: (ColumnRole | null)[]): void;
}

export function ColumnFields({ draft, change }: ColumnFieldsProps) {
  const options = roleOptions(useFrame().settings.currencies);
  const { roles } = draft.choices;
  const put = (at: number, role: ColumnRole) => change(roles.map((_, place) => (place === at ? role : null)));
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
  const { label, value, change } = props;
  return (
    <TextInput
      key={value}
      aria-label={label}
      placeholder={t.metadataKey}
      maxLength={200}
      defaultValue={value}
      error={value.trim() === '' ? shared.fields.metadata.enterKey : undefined}
      onBlur={({ currentTarget: { value: typed } }) => typed !== value && change(typed)}
      onKeyDown={({ key, nativeEvent, currentTarget }) => {
        // The Enter that ends a Japanese word is none.
        if (key === 'Enter' && !nativeEvent.isComposing) currentTarget.blur();
      }}
    />
  );
}
