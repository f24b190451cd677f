// "Save template" and "Rename template".
import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { type CheckoutTemplate, sameTemplateName } from '../../../shared/checkout-template.ts';
import { type CheckoutField, NAME, PHONE_NUMBER } from '../../../shared/checkout-url.ts';
import { call } from '../../bridge.ts';
import { atField, DialogForm, useDialogForm } from '../../components/dialog-form.tsx';

const NAME_BOX = { label: 'Template name', placeholder: 'WhatsApp with name', autoComplete: 'off' } as const;
const NOT_SAVED = 'The template was not saved';

/** A template's fields, with what each keeps. A value typed for one customer is not kept unless the seller says so. */
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
      kept: fields.filter((field) => field.value !== '' && !isPersonal(field)).map((field) => field.name),
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
    <DialogForm form={form} failed={NOT_SAVED} submit={same ? 'Replace template' : 'Save template'} close={close}>
      <TextInput {...NAME_BOX} {...form.getInputProps('name')} />
      {same && <Text size="sm">“{same.name}” is there already. These fields take the place of its own.</Text>}
      <Stack gap={8}>
        <Text size="sm">
          The template keeps these fields. Tick the values that are always the same; the others are typed each time.
        </Text>
        {fields.map((field) =>
          field.value === '' ? (
            <Text key={field.name} size="sm" pl={32}>
              {field.name}
            </Text>
          ) : (
            <Checkbox
              key={field.name}
              label={`${field.name}: always “${field.value}”`}
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

const isPersonal = ({ name }: CheckoutField): boolean => name === PHONE_NUMBER || name === NAME;

export function RenameTemplate({ template, close }: { readonly template: CheckoutTemplate; close(): void }) {
  const form = useDialogForm({
    initial: { name: template.name },
    save: async ({ name }) => atField(await call('templates.rename', { id: template.id, name }), 'name'),
    saved: close,
  });
  return (
    <DialogForm form={form} failed={NOT_SAVED} submit="Rename template" close={close}>
      <TextInput {...NAME_BOX} {...form.getInputProps('name')} />
    </DialogForm>
  );
}
