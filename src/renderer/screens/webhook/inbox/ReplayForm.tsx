// Sends a delivery once more, to an address of choice, and shows what comes back.
import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type ReplayAnswer, replaySchema } from '../../../../shared/inbox.ts';
import { call } from '../../../bridge.ts';
import { CodeBlock } from '../../../components/CodeBlock.tsx';
import { DialogFoot } from '../../../components/DialogFoot.tsx';
import { checkedBy, useDialogForm } from '../../../components/dialog-form.tsx';
import { durationText } from '../../../components/duration.ts';
import { useFirstField } from '../../../components/form.ts';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { WorkButton } from '../../../components/WorkButton.tsx';

interface ReplayFormProps {
  readonly id: string;
  /** Only of a verified delivery the app knows the key. */
  readonly isVerified: boolean;
  readonly onClose: () => void;
}

export function ReplayForm({ id, isVerified, onClose }: ReplayFormProps) {
  const [answer, setAnswer] = useState<ReplayAnswer | null>(null);
  const form = useDialogForm({
    initial: { url: '', withKey: isVerified },
    save: async (typed) => {
      const checked = checkedBy(replaySchema, { id, ...typed });
      if (!checked.ok) return checked;
      const result = await call('inbox.replay', checked.value);
      if (!result.ok) setAnswer(null);
      return result;
    },
    saved: setAnswer,
    stays: true,
    content: null,
  });
  useFirstField(form.ref);
  return (
    <form {...form.element}>
      <Stack gap={16}>
        <TextInput
          label="Address"
          description="The same body and headers are sent there, with one POST."
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('url')}
        />
        {isVerified && (
          <Checkbox
            label="Send the verification key along"
            description="As the service does. Leave it off for an address that is not yours."
            {...form.getInputProps('withKey', { type: 'checkbox' })}
          />
        )}
        <ProblemAlert title="The delivery was not replayed" problem={form.problem} />
        {answer && (
          <section aria-label="Replay answer" aria-live="polite">
            <Text size="sm" fw={500}>
              {answer.status === null ? 'No answer' : `Answered ${answer.status}`} after {durationText(answer.tookMs)}
            </Text>
            {answer.problem !== null && <Text size="sm">{answer.problem}</Text>}
            {answer.body !== '' && <CodeBlock text={answer.body} />}
          </section>
        )}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          <WorkButton type="submit" busy={form.slow}>
            Send
          </WorkButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}
