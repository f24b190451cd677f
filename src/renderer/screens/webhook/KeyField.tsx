// The verification key: typed or generated, shown on demand, copied, with a count of its 64 characters.
import { Button, Group, TextInput } from '@mantine/core';
import { IconCopy, IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { WEBHOOK_KEY_LENGTH, type WebhookView, webhookKeySchema } from '../../../shared/webhook.ts';
import { call } from '../../bridge.ts';
import { notify, notifyProblem } from '../../kit/notify.tsx';

const t = texts.webhook.key;

type SavedKey = NonNullable<WebhookView['current']>['key'];

/** Whether there is a saved key, which an empty field keeps. */
export const isKept = (saved: SavedKey): boolean => saved === 'here' || saved === 'locked' || saved === 'on-service';

interface KeyFieldProps {
  /** Where the saved key is. A lost key must be entered again. */
  readonly saved: SavedKey;
  /** Whether the service may have another key than the saved one. */
  readonly uncertain: boolean;
  /** A new key; empty keeps the saved one. */
  readonly value: string;
  readonly error: string | undefined;
  onChange(key: string): void;
  /** The seller left the field, with an error or without. */
  onLeave(error: string | undefined): void;
  generate(): Promise<void>;
}

/** The placeholder of the empty field. */
const PLACEHOLDERS = {
  none: t.placeholders.none,
  here: t.placeholders.saved,
  locked: t.placeholders.saved,
  'on-service': t.placeholders.saved,
  gone: t.placeholders.again,
} as const;

/** The line below the field; warnings are below that. */
function describe(length: number, saved: SavedKey, uncertain: boolean): string {
  if (length === 0 && uncertain) return t.uncertain;
  if (length === 0 && saved === 'locked') return t.isLocked;
  const characters = length === 0 && isKept(saved) ? WEBHOOK_KEY_LENGTH : length;
  return t.length({ characters, whole: WEBHOOK_KEY_LENGTH });
}

export function KeyField({ saved, uncertain, value, error, onChange, onLeave, generate }: KeyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setShown] = useState(false);
  /** The saved key while it is visible. */
  const [revealed, setRevealed] = useState('');
  if (value !== '' && revealed !== '') setRevealed('');
  const text = value || revealed;
  const isReadable = isShown && text !== '';
  /** Whether there is no key to show or copy. */
  const isNowhere = value === '' && (saved === 'on-service' || !isKept(saved));

  const show = async () => {
    if (value === '') {
      const answer = await call('webhook.revealKey', undefined);
      if (!answer.ok) return notifyProblem(answer.problem);
      setRevealed(answer.value.key);
    }
    setShown(true);
  };
  const hide = () => {
    setShown(false);
    setRevealed('');
  };
  const copy = async () => {
    const copied = value === '' ? call('webhook.copySavedKey', undefined) : call('clipboard.copy', { text: value });
    const answer = await copied;
    if (answer.ok) notify('success', t.copied);
    else notifyProblem(answer.problem);
  };

  return (
    <div>
      <TextInput
        ref={input}
        label={t.label}
        type={isReadable ? 'text' : 'password'}
        placeholder={PLACEHOLDERS[saved]}
        // The message of an error already has the count.
        description={error ? undefined : describe(value.length, saved, uncertain)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={error}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setRevealed('');
          onChange(event.currentTarget.value);
        }}
        onBlur={() => value !== '' && onLeave(webhookKeySchema.safeParse(value).error?.issues[0]?.message)}
      />
      <Group gap={8} mt={8}>
        <Button
          variant="default"
          size="xs"
          leftSection={isReadable ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          disabled={!isReadable && isNowhere}
          onClick={() => (isReadable ? hide() : void show())}
        >
          {isReadable ? t.hide : shared.stores.exits.reveal.button}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void generate().then(() => input.current?.focus())}
        >
          {t.generate}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy size={16} aria-hidden />}
          disabled={isNowhere}
          onClick={() => void copy()}
        >
          {shared.stores.exits.copy.button}
        </Button>
      </Group>
    </div>
  );
}
