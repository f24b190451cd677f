// The message that a checkout link is sent with by e-mail or WhatsApp.
import { Button, Group, Stack, Textarea } from '@mantine/core';
import { z } from 'zod';
import { defaultMessage, PLACEHOLDERS, typedMessageSchema } from '../../../shared/message.ts';
import { texts } from '../../../shared/texts/window.ts';
import { checkedBy, useDialogForm } from '../../components/dialog-form.tsx';
import { notify } from '../../components/notify.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { WorkButton } from '../../components/parts.tsx';
import { useFrame } from '../../state/frame.ts';
import { Section } from './Section.tsx';
import { saveSettings } from './saveSettings.ts';

const t = texts.settings.message;
const schema = z.object({ message: typedMessageSchema });

export function MessageSection() {
  const form = useDialogForm({
    initial: { message: useFrame().settings.message },
    check: (typed) => checkedBy(schema, typed),
    save: async (checked) => {
      const problem = await saveSettings(checked);
      return problem ? { ok: false, problem } : { ok: true, value: checked };
    },
    saved: () => notify('success', t.saved),
    stays: true,
  });
  return (
    <Section title={t.title}>
      <form {...form.element}>
        <Stack gap={16}>
          <Textarea
            label={t.message}
            description={t.hint(PLACEHOLDERS)}
            autosize
            minRows={4}
            maxRows={10}
            {...form.getInputProps('message')}
          />
          <ProblemAlert title={t.notSaved} problem={form.problem} />
          <Group gap={12}>
            <WorkButton type="submit" busy={form.slow}>
              {t.save}
            </WorkButton>
            {form.values.message !== defaultMessage() && (
              <Button variant="default" onClick={() => form.setValues({ message: defaultMessage() })}>
                {t.default}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
