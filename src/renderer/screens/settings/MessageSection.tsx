// The message that a checkout link is sent with by e-mail or WhatsApp.
import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { defaultMessage, PLACEHOLDERS, typedMessageSchema } from '../../../shared/message.ts';
import type { Problem } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/window.ts';
import { useFirstWrong } from '../../components/form.ts';
import { notify } from '../../components/notify.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { WorkButton } from '../../components/parts.tsx';
import { useFrame } from '../../state/frame.ts';
import { useUnsaved } from '../../state/leave.ts';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
import { Section } from './Section.tsx';
import { saveSettings } from './saveSettings.ts';

const t = texts.settings.message;

export function MessageSection() {
  const { message: saved } = useFrame().settings;
  const form = useRef<HTMLFormElement>(null);
  const toFirstWrong = useFirstWrong(form);
  /** Null while nothing differs from the saved text. */
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const saving = useOneAtATime();
  const message = typed ?? saved;
  const unsaved = message.trim() !== saved;
  useUnsaved(unsaved);
  const change = (text: string) => {
    setTyped(text);
    setError(null);
    setProblem(null);
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    void saving.run(async () => {
      const checked = typedMessageSchema.safeParse(message);
      setError(checked.success ? null : (checked.error.issues[0]?.message ?? null));
      if (!checked.success) return toFirstWrong(null);
      const refused = await saveSettings({ message: checked.data });
      setProblem(refused);
      if (refused) return;
      setTyped(null);
      notify('success', t.saved);
    });
  };
  return (
    <Section title={t.title} about={t.about}>
      <form ref={form} onSubmit={save} noValidate>
        <Stack gap={16}>
          <Textarea
            label={t.message}
            description={t.hint(PLACEHOLDERS)}
            autosize
            minRows={4}
            maxRows={10}
            value={message}
            error={error}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <ProblemAlert title={t.notSaved} problem={problem} />
          <Group gap={12}>
            <WorkButton type="submit" busy={saving.slow}>
              {t.save}
            </WorkButton>
            {message !== defaultMessage() && (
              <Button variant="default" onClick={() => change(defaultMessage())}>
                {t.default}
              </Button>
            )}
            {unsaved && (
              <Text size="sm" c="dimmed">
                {texts.common.unsavedChanges}
              </Text>
            )}
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
