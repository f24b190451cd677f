// "Save template" and "Rename template".
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { type CheckoutTemplate, sameTemplateName } from '../../../shared/checkout-template.ts';
import { type CheckoutField, NAME, PHONE_NUMBER } from '../../../shared/checkout-url.ts';
import type { Result } from '../../../shared/problem.ts';
import { call, type Problem } from '../../bridge.ts';
import { focusFirstWrong, useFirstField } from '../../components/form.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';

/** A template's fields, with what each keeps. A value typed for one customer is not kept unless the seller says so. */
export function SaveTemplate(props: {
  readonly fields: readonly CheckoutField[];
  readonly templates: readonly CheckoutTemplate[];
  readonly name: string;
  close(): void;
  saved(id: string): void;
}) {
  const { fields, templates, close, saved } = props;
  const [name, setName] = useState(props.name);
  const [kept, setKept] = useState<ReadonlySet<string>>(
    () => new Set(fields.filter((field) => field.value !== '' && !isPersonal(field)).map((field) => field.name)),
  );
  const same = templates.find((template) => sameTemplateName(template.name, name)) ?? null;
  const save = async () => {
    const answer = await call('templates.save', {
      id: same?.id ?? null,
      name,
      fields: fields.map((field) => ({ name: field.name, value: kept.has(field.name) ? field.value : null })),
    });
    if (answer.ok) saved(answer.value.id);
    return answer;
  };
  return (
    <NameForm
      name={name}
      onChange={setName}
      submitLabel={same ? 'Replace template' : 'Save template'}
      save={save}
      close={close}
    >
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
              checked={kept.has(field.name)}
              onChange={(event) => {
                const next = new Set(kept);
                if (event.currentTarget.checked) next.add(field.name);
                else next.delete(field.name);
                setKept(next);
              }}
            />
          ),
        )}
      </Stack>
    </NameForm>
  );
}

const isPersonal = ({ name }: CheckoutField): boolean => name === PHONE_NUMBER || name === NAME;

export function RenameTemplate({ template, close }: { readonly template: CheckoutTemplate; close(): void }) {
  const [name, setName] = useState(template.name);
  return (
    <NameForm
      name={name}
      onChange={setName}
      submitLabel="Rename template"
      save={() => call('templates.rename', { id: template.id, name })}
      close={close}
    />
  );
}

interface NameFormProps {
  readonly name: string;
  onChange(name: string): void;
  readonly submitLabel: string;
  save(): Promise<Result<unknown>>;
  close(): void;
  readonly children?: React.ReactNode;
}

function NameForm({ name, onChange, submitLabel, save, close, children }: NameFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  useFirstField(form);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setProblem(null);
    setBusy(true);
    const result = await save();
    setBusy(false);
    if (result.ok) return close();
    const atField = result.problem.fields?.name;
    if (atField === undefined) return setProblem(result.problem);
    setError(atField);
    focusFirstWrong(form.current);
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} onChange={() => setProblem(null)} noValidate>
      <Stack gap={16}>
        <TextInput
          label="Template name"
          placeholder="WhatsApp with name"
          autoComplete="off"
          value={name}
          error={error}
          onChange={(event) => {
            setError(null);
            onChange(event.currentTarget.value);
          }}
        />
        {children}
        <ProblemAlert title="The template was not saved" problem={problem} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
