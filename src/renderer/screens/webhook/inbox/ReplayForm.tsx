// Sends a delivery once more, to an address of choice, and shows what comes back.
import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { type ReplayAnswer, replaySchema } from '../../../../shared/inbox.ts';
import { fieldErrors } from '../../../../shared/problem.ts';
import { call, type Problem } from '../../../bridge.ts';
import { CodeBlock } from '../../../components/CodeBlock.tsx';
import { durationText } from '../../../components/duration.ts';
import { focusFirstWrong, useFirstField } from '../../../components/form.ts';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';

interface ReplayFormProps {
  readonly id: string;
  /** Only of a verified delivery the app knows the key. */
  readonly isVerified: boolean;
  readonly onClose: () => void;
}

export function ReplayForm({ id, isVerified, onClose }: ReplayFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [url, setUrl] = useState('');
  const [withKey, setWithKey] = useState(isVerified);
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [answer, setAnswer] = useState<ReplayAnswer | null>(null);
  const [busy, setBusy] = useState(false);
  useFirstField(form);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const checked = replaySchema.safeParse({ id, url, withKey });
    setProblem(null);
    if (!checked.success) {
      setError(fieldErrors(checked.error).url ?? null);
      return focusFirstWrong(form.current);
    }
    setBusy(true);
    const result = await call('inbox.replay', checked.data);
    setBusy(false);
    setAnswer(result.ok ? result.value : null);
    setProblem(result.ok ? null : result.problem);
  };

  return (
    <form
      ref={form}
      onSubmit={(event) => void send(event)}
      onChange={() => setProblem(null)}
      noValidate
      data-nothing-to-lose
    >
      <Stack gap={16}>
        <TextInput
          label="Address"
          description="The same body and headers are sent there, with one POST."
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={url}
          onChange={(event) => {
            setUrl(event.currentTarget.value);
            setError(null);
          }}
          error={error}
        />
        {isVerified && (
          <Checkbox
            label="Send the verification key along"
            description="As the service does. Leave it off for an address that is not yours."
            checked={withKey}
            onChange={(event) => setWithKey(event.currentTarget.checked)}
          />
        )}
        <ProblemAlert title="The delivery was not replayed" problem={problem} />
        {answer && (
          <section aria-label="Replay answer" aria-live="polite">
            <Text size="sm" fw={500}>
              {answer.status === null ? 'No answer' : `Answered ${answer.status}`} after {durationText(answer.tookMs)}
            </Text>
            {answer.problem !== null && <Text size="sm">{answer.problem}</Text>}
            {answer.body !== '' && <CodeBlock text={answer.body} />}
          </section>
        )}
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <Button type="submit" loading={busy}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
