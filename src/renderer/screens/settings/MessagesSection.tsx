// The message with which the seller sends a checkout link by e-mail or WhatsApp.
import { Button, Textarea } from '@mantine/core';
import { defaultMessage, messageSchema, PLACEHOLDERS } from '../../../shared/message.ts';
import { fieldErrors } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call, type Problem } from '../../bridge.ts';
import { useFrame } from '../../state/frame.ts';
import { isPressed } from '../../state/keys.ts';
import { Section, useSavedText } from './Section.tsx';

const t = texts.settings.message;

async function save(typed: string): Promise<Problem | null> {
  const checked = messageSchema.safeParse(typed);
  if (!checked.success) return { code: 'invalid', message: '', fields: fieldErrors(checked.error) };
  const answer = await call('settings.update', {
    message: checked.data === defaultMessage() ? null : checked.data,
  });
  return answer.ok ? null : answer.problem;
}

export function MessagesSection() {
  const { typed, type, keep, error } = useSavedText(useFrame().settings.message ?? defaultMessage(), save);
  const useDefault = () => {
    type(defaultMessage());
    void keep(defaultMessage());
  };
  return (
    <Section id="messages" title={t.title} about={t.templates}>
      <Textarea
        label={t.message}
        description={t.hint(PLACEHOLDERS)}
        autosize
        minRows={4}
        maxRows={10}
        value={typed}
        error={error}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => void keep(typed)}
        onKeyDown={(event) => isPressed('save', event.nativeEvent) && void keep(typed)}
      />
      {typed !== defaultMessage() && (
        <div>
          <Button variant="default" onClick={useDefault}>
            {t.default}
          </Button>
        </div>
      )}
    </Section>
  );
}
