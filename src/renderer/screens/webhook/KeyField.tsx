// The verification key: typed or generated, shown on demand, copied, and its 64 characters counted.
//
// The key stays in the input alone (uncontrolled): React knows its length, never its text.
import { Button, Group, TextInput } from '@mantine/core';
import { IconCopy, IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import { WEBHOOK_KEY_LENGTH, type WebhookView, webhookKeySchema } from '../../../shared/webhook.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';

const words = texts.webhook.key;

export interface KeyFieldHandle {
  /** The key to save, or null to leave the saved one as it is. */
  newKey(): string | null;
  empty(): void;
  /** Puts a new key into the box. */
  generate(): Promise<void>;
  focus(): void;
}

interface KeyFieldProps {
  readonly ref: Ref<KeyFieldHandle>;
  /** Where the saved key is. Where there is one, the empty box stands for it; one that is gone has to be entered again. */
  readonly saved: NonNullable<WebhookView['current']>['key'];
  /** The service may have another key than the saved one. */
  readonly uncertain: boolean;
  readonly error: string | undefined;
  /** Whether the box now holds a key that is not the saved one. */
  readonly onChange: (holdsNewKey: boolean) => void;
}

/** What stands under the empty box. */
const EMPTY = {
  none: words.length(0, WEBHOOK_KEY_LENGTH),
  here: words.isHere(WEBHOOK_KEY_LENGTH),
  locked: words.isLocked(WEBHOOK_KEY_LENGTH),
  'on-service': words.isOnService(WEBHOOK_KEY_LENGTH),
  gone: words.isGone,
  'gone-in-doubt': words.isGoneInDoubt,
} as const;

export function KeyField({ ref, saved, uncertain, error, onChange }: KeyFieldProps) {
  const hasSavedKey = saved === 'here' || saved === 'locked' || saved === 'on-service';
  const input = useRef<HTMLInputElement>(null);
  const [length, setLength] = useState(0);
  const [shown, setShown] = useState(false);
  /** What stands in the box is the saved key, fetched to be looked at. */
  const [revealed, setRevealed] = useState(false);
  /** What is wrong with the key that was typed, since the box was left. */
  const [wrong, setWrong] = useState<string | null>(null);

  const put = (key: string, isSavedKey: boolean) => {
    if (input.current) input.current.value = key;
    setLength(key.length);
    setRevealed(isSavedKey);
    setWrong(null);
    onChange(key !== '' && !isSavedKey);
  };

  useImperativeHandle(ref, () => ({
    newKey: () => (revealed ? null : input.current?.value || null),
    empty: () => {
      put('', false);
      setShown(false);
    },
    generate,
    focus: () => input.current?.focus(),
  }));

  const check = () => {
    const key = input.current?.value ?? '';
    if (key === '' || revealed) return;
    setWrong(webhookKeySchema.safeParse(key).error?.issues[0]?.message ?? null);
  };

  const hide = () => {
    setShown(false);
    if (revealed) put('', false);
  };

  const show = async () => {
    if (input.current?.value) return setShown(true);
    // The main process knows of a key that was saved a moment ago; what this window last drew may not.
    const answer = await call('webhook.revealKey', undefined);
    if (answer.ok) put(answer.value.key, true);
    else if (hasSavedKey || answer.problem.code !== 'not-found') return toast('error', answer.problem.message);
    setShown(true);
  };

  const generate = async () => {
    const answer = await call('webhook.generateKey', undefined);
    if (answer.ok) put(answer.value.key, false);
    else toast('error', answer.problem.message);
  };

  const copy = async () => {
    const text = input.current?.value ?? '';
    const answer =
      text === '' || revealed ? await call('webhook.copySavedKey', undefined) : await call('clipboard.copy', { text });
    if (!answer.ok) return toast('error', answer.problem.message);
    toast('success', words.copied);
  };

  const said = error ?? wrong;
  /** Why there is nothing to show or copy, in words. */
  const notHere = length === 0 && saved === 'on-service' ? words.notHere : undefined;
  return (
    <div>
      <TextInput
        ref={input}
        label={words.label}
        type={shown ? 'text' : 'password'}
        placeholder={words.placeholders[saved]}
        description={
          // A sentence that stands here says the count too. It takes this line's place, so that nothing moves under the mouse.
          said
            ? undefined
            : length > 0
              ? words.length(length, WEBHOOK_KEY_LENGTH)
              : uncertain
                ? words.uncertain(EMPTY[saved])
                : EMPTY[saved]
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={said}
        onBlur={check}
        autoComplete="off"
        spellCheck={false}
        onInput={(event) => {
          const typed = event.currentTarget.value.length;
          setLength(typed);
          setRevealed(false);
          setWrong(null);
          onChange(typed > 0);
        }}
      />
      <Group gap={8} mt={8}>
        <Button
          variant="default"
          size="xs"
          leftSection={shown ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          disabled={!shown && notHere !== undefined}
          title={shown ? undefined : notHere}
          onClick={() => (shown ? hide() : void show())}
        >
          {shown ? words.hide : words.show}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void generate().then(() => input.current?.focus())}
        >
          {words.generate}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy size={16} aria-hidden />}
          disabled={notHere !== undefined || (length === 0 && !hasSavedKey)}
          title={notHere}
          onClick={() => void copy()}
        >
          {words.copy}
        </Button>
      </Group>
    </div>
  );
}
