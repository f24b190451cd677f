// "Add existing product": takes in a product that was made elsewhere, since the service cannot list any.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { contract } from '../../../shared/contract.ts';
import { fieldErrors, type Problem } from '../../../shared/problem.ts';
import { call } from '../../bridge.ts';
import { fieldsOf, focusFirstWrong, submitOnCtrlEnter, useFirstField } from '../../components/form.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { toast } from '../../components/toast.tsx';

const { input: schema } = contract['products.addExisting'];

interface Typed {
  readonly serverId: string;
  readonly title: string;
  readonly checkoutAddress: string;
}

/** The typed id as a number; what is not plain digits becomes NaN, which the schema refuses in words. */
const read = ({ serverId, title, checkoutAddress }: Typed) => ({
  serverId: /^\d{1,15}$/.test(serverId.trim()) ? Number(serverId.trim()) : Number.NaN,
  title,
  checkoutAddress,
});

export function AddExistingForm({ close }: { close(): void }) {
  const element = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  useFirstField(element);
  const form = useForm<Typed>({
    initialValues: { serverId: '', title: '', checkoutAddress: '' },
    validateInputOnChange: tried,
    validate: (values) => {
      const checked = schema.safeParse(read(values));
      return checked.success ? {} : fieldErrors(checked.error);
    },
  });

  const submit = async (values: Typed) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const answer = await call('products.addExisting', read(values));
    setBusy(false);
    if (answer.ok) {
      toast('success', 'Product added. You can make payment links for it now.');
      return close();
    }
    setProblem(answer.problem);
    form.setErrors(fieldsOf(answer.problem));
    focusFirstWrong(element.current);
  };
  const refused = () => {
    setTried(true);
    focusFirstWrong(element.current);
  };

  return (
    <form
      ref={element}
      onSubmit={form.onSubmit(submit, refused)}
      onChange={() => setProblem(null)}
      onKeyDown={submitOnCtrlEnter}
      noValidate
    >
      <Stack gap={12}>
        <Text size="sm" c="dimmed">
          For a product made on the service's own pages or on another computer. Nothing is sent.
        </Text>
        <TextInput
          label="Product id"
          description="The number that the service gave it"
          inputMode="numeric"
          {...form.getInputProps('serverId')}
        />
        <TextInput label="Product title" {...form.getInputProps('title')} />
        <TextInput
          label="Checkout address"
          description="Optional; one of its payment links will do"
          placeholder="https://…"
          inputMode="url"
          spellCheck={false}
          {...form.getInputProps('checkoutAddress')}
        />
        <ProblemAlert title="The product was not added" problem={problem} />
        <Group gap={8} justify="flex-end" mt={4}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Add product
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
