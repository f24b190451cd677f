// Sends a delivery again, to an address of choice, and shows the response.
import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Delivery, type ReplayAnswer, replaySchema } from '../../../../shared/inbox.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { CodeBlock } from '../../../components/CodeBlock.tsx';
import { checkedBy, useDialogForm } from '../../../components/dialog-form.tsx';
import { durationText } from '../../../components/duration.ts';
import { useFirstField } from '../../../components/form.ts';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { DialogFoot, WorkButton } from '../../../components/parts.tsx';
import { openDialog } from '../../../state/dialogs.ts';

const t = texts.inbox.replay;

interface ReplayFormProps {
  readonly id: string;
  /** The app has the key only for a verified delivery. */
  readonly isVerified: boolean;
  readonly onClose: () => void;
}

function ReplayForm({ id, isVerified, onClose }: ReplayFormProps) {
  const [answer, setAnswer] = useState<ReplayAnswer | null>(null);
  const form = useDialogForm({
    initial: { url: '', withKey: isVerified },
    save: async (typed) => {
      const checked = checkedBy(replaySchema, { id, ...typed });
      if (!checked.ok) return checked;
      const result = await call('inbox.replay', checked.value);
      if (!result.ok) setAnswer(null);
      // Declined in the system's question: no error.
      return !result.ok && result.problem.code === 'forbidden' ? { ok: false } : result;
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
          label={t.address}
          description={t.whatIsSent}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('url')}
        />
        {isVerified && (
          <Checkbox
            label={t.withKey}
            description={t.whenWithKey}
            {...form.getInputProps('withKey', { type: 'checkbox' })}
          />
        )}
        <ProblemAlert title={t.notReplayed} problem={form.problem} />
        {answer && (
          <section aria-label={t.answer} aria-live="polite">
            <Text size="sm" fw={500}>
              {answer.status === null
                ? t.notAnswered({ duration: durationText(answer.tookMs) })
                : t.answered({ status: answer.status, duration: durationText(answer.tookMs) })}
            </Text>
            {answer.problem !== null && <Text size="sm">{answer.problem}</Text>}
            {answer.body !== '' && <CodeBlock text={answer.body} />}
          </section>
        )}
        <DialogFoot>
          <Button variant="default" onClick={onClose}>
            {texts.common.close}
          </Button>
          <WorkButton type="submit" busy={form.slow}>
            {t.send}
          </WorkButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}

/** Opens "Replay delivery". */
export function openReplay({ id, verification }: Delivery): void {
  openDialog(t.title, 560, (close) => <ReplayForm id={id} isVerified={verification === 'verified'} onClose={close} />);
}
