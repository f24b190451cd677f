// "Save template": a name, and which values are always the same.
import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { type CheckoutTemplate, sameTemplateName } from '../../../shared/checkout-template.ts';
import type { CheckoutField } from '../../../shared/checkout-url.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { atField, DialogForm, useDialogForm } from '../../components/form.tsx';
import { fieldLabel, isPersonal } from './fields.ts';

const t = texts.share.template;

/** A template's fields and values. A value typed for one customer is saved only if the seller says so. */
export function SaveTemplate(props: {
  readonly fields: readonly CheckoutField[];
  readonly templates: readonly CheckoutTemplate[];
  readonly name: string;
  close(): void;
  saved(id: string): void;
}) {
  const { fields, templates, close, saved } = props;
  const named = (name: string) => templates.find((template) => sameTemplateName(template.name, name));
  const form = useDialogForm({
    initial: {
      name: props.name,
      kept: fields.filter((field) => field.value !== '' && !isPersonal(field.name)).map((field) => field.name),
    },
    save: async ({ name, kept }) => {
      const values = fields.map((field) => ({
        name: field.name,
        value: kept.includes(field.name) ? field.value : null,
      }));
      return atField(await call('templates.save', { id: named(name)?.id ?? null, name, fields: values }), 'name');
    },
    saved: ({ id }) => {
      saved(id);
      close();
    },
  });
  const { kept } = form.values;
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
              checked={kept.includes(field.name)}
              onChange={({ currentTarget: { checked } }) => {
                const others = kept.filter((name) => name !== field.name);
                form.setValues({ kept: checked ? [...others, field.name] : others });
              }}
            />
          ),
        )}
      </Stack>
    </DialogForm>
  );
}
