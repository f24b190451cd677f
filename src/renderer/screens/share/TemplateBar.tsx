// The templates above the fields: apply one, save the fields as one, or delete one.
import { ActionIcon, Button, Checkbox, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconBookmarkPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { type CheckoutTemplate, isSameName } from '../../../shared/checkout-template.ts';
import type { CheckoutField } from '../../../shared/checkout-url.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { ask, openDialog } from '../../kit/dialogs.tsx';
import { atField, DialogForm, useDialogForm } from '../../kit/form.tsx';
import { ProblemAlert } from '../../kit/parts.tsx';
import { useAnswer, useAskAgain } from '../../state/live.ts';
import { type FieldsTyped, fieldLabel, isPersonal, usedFields, withTemplate } from './fields.ts';
import styles from './share.module.css';

const t = texts.share.template;

interface TemplateBarProps {
  readonly typed: FieldsTyped;
  /** Null for the message of the settings. */
  readonly message: string | null;
  onChange(typed: FieldsTyped, message: string | null): void;
}

export function TemplateBar({ typed, message, onChange }: TemplateBarProps) {
  const [templateId, setTemplateId] = useState<string | null>(null);
  const { data, problem } = useAnswer('templates.list', undefined);
  const askAgain = useAskAgain('templates.list');
  const templates = data?.templates ?? [];
  const chosen = templates.find(({ id }) => id === templateId) ?? null;
  const used = usedFields(typed);

  const choose = (id: string | null) => {
    const template = templates.find((one) => one.id === id);
    if (!template) return;
    setTemplateId(template.id);
    onChange(withTemplate(typed, template.fields), template.message);
  };
  const save = () =>
    openDialog(t.save, 440, (close) => (
      <SaveTemplate
        fields={used}
        message={message}
        templates={templates}
        name={chosen?.name ?? ''}
        close={close}
        saved={(id) => {
          setTemplateId(id);
          void askAgain();
        }}
      />
    ));
  const remove = ({ id, name }: CheckoutTemplate) =>
    ask({
      title: t.delete,
      body: t.deletes({ name }),
      confirm: t.delete,
      danger: true,
      failed: texts.sync.notDecided,
      act: async () => {
        const answer = await call('templates.delete', { id });
        if (answer.ok) {
          setTemplateId(null);
          await askAgain();
        }
        return answer;
      },
    });

  return (
    <>
      <ProblemAlert problem={problem} />
      <div className={styles.templates}>
        {templates.length > 0 && (
          <Select
            label={t.template}
            allowDeselect={false}
            data={templates.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen?.id ?? null}
            onChange={choose}
          />
        )}
        {chosen && (
          <ActionIcon size={32} aria-label={t.delete} title={t.delete} onClick={() => remove(chosen)}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
        <Button
          variant="subtle"
          leftSection={<IconBookmarkPlus size={16} aria-hidden />}
          disabled={used.length === 0 || data === undefined}
          onClick={save}
        >
          {t.saveAs}
        </Button>
      </div>
    </>
  );
}

/** A template's fields and values. Saves a value typed for one customer only if the seller says so. */
function SaveTemplate(props: {
  readonly fields: readonly CheckoutField[];
  readonly message: string | null;
  readonly templates: readonly CheckoutTemplate[];
  readonly name: string;
  close(): void;
  saved(id: string): void;
}) {
  const { fields, message, templates, close, saved } = props;
  const named = (name: string) => templates.find((template) => isSameName(template.name, name));
  const form = useDialogForm({
    initial: {
      name: props.name,
      keptNames: fields.filter((field) => field.value !== '' && !isPersonal(field.name)).map((field) => field.name),
    },
    save: async ({ name, keptNames }) => {
      const values = fields.map((field) => ({
        name: field.name,
        value: keptNames.includes(field.name) ? field.value : null,
      }));
      const template = { id: named(name)?.id ?? null, name, fields: values, message };
      return atField(await call('templates.save', template), 'name');
    },
    saved: ({ id }) => {
      saved(id);
      close();
    },
  });
  const { keptNames } = form.values;
  const same = named(form.values.name);
  return (
    <DialogForm form={form} submit={t.save} close={close}>
      <TextInput label={t.name} autoComplete="off" {...form.getInputProps('name')} />
      {same && <Text size="sm">{t.isThere({ name: same.name })}</Text>}
      <Stack gap={8}>
        <Text size="sm">{t.whatItKeeps}</Text>
        {fields.map((field) =>
          field.value === '' ? (
            <Text key={field.name} size="sm" pl={32}>
              {fieldLabel(field.name)}
            </Text>
          ) : (
            <Checkbox
              key={field.name}
              label={t.always({ field: fieldLabel(field.name), value: field.value })}
              styles={{ label: { overflowWrap: 'anywhere' } }}
              checked={keptNames.includes(field.name)}
              onChange={({ currentTarget: { checked } }) => {
                const others = keptNames.filter((name) => name !== field.name);
                form.setValues({ keptNames: checked ? [...others, field.name] : others });
              }}
            />
          ),
        )}
      </Stack>
    </DialogForm>
  );
}
