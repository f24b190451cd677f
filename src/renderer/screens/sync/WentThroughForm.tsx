// "It went through": the seller has found on the service what the lost answer would have told.
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { ActionDetail } from '../../../shared/action.ts';
import type { Problem } from '../../../shared/problem.ts';
import { call } from '../../bridge.ts';
import { focusFirstWrong, useFirstField } from '../../components/form.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { toast } from '../../components/toast.tsx';

type Wanted = NonNullable<ActionDetail['can']['wentThrough']>;

const WORDS: Readonly<Record<Wanted, { label: string; description: string; missing: string }>> = {
  productId: {
    label: 'Product id',
    description: 'The number that the service gave the product',
    missing: 'Enter the product id',
  },
  paymentLink: {
    label: 'Payment link',
    description: 'The whole address of the link, as your store shows it',
    missing: 'Enter the payment link',
  },
};

interface WentThroughFormProps {
  readonly id: string;
  readonly title: string;
  readonly wanted: Wanted;
  close(): void;
}

export function WentThroughForm({ id, title, wanted, close }: WentThroughFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [answer, setAnswer] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  useFirstField(form);
  const words = WORDS[wanted];

  const wrong = (message: string) => {
    setError(message);
    focusFirstWrong(form.current);
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setError(null);
    setProblem(null);
    if (answer.trim() === '') return wrong(words.missing);
    setBusy(true);
    const result = await call('sync.wentThrough', { id, answer });
    setBusy(false);
    if (result.ok) {
      toast('success', 'Recorded: the service has this change. It is not sent again.');
      return close();
    }
    const { code, message, fields } = result.problem;
    if (fields?.answer || code === 'invalid') wrong(fields?.answer ?? message);
    else setProblem(result.problem);
  };

  return (
    <form ref={form} onSubmit={(event) => void save(event)} onChange={() => setProblem(null)} noValidate>
      <Stack gap={16}>
        <Text size="sm">
          {title}. If you see it on your store's page, tell the app what it is there, and it is not sent a second time.
        </Text>
        <TextInput
          label={words.label}
          description={words.description}
          value={answer}
          onChange={(event) => {
            setAnswer(event.currentTarget.value);
            setError(null);
          }}
          error={error}
          autoComplete="off"
          spellCheck={false}
        />
        <ProblemAlert title="This was not recorded" problem={problem} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
