// The verification key: typed or generated, shown on demand, copied, and its 64 characters counted.
//
// The key stays in the input alone (uncontrolled): React knows its length, never its text.
import { Button, Group, TextInput } from '@mantine/core';
import { IconCopy, IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { WEBHOOK_KEY_LENGTH } from '../../../shared/webhook.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';

export interface KeyFieldHandle {
  /** The key to save, or null to leave the saved one as it is. */
  newKey(): string | null;
  empty(): void;
  focus(): void;
}

interface KeyFieldProps {
  readonly ref: Ref<KeyFieldHandle>;
  /** A key is saved already: the empty box stands for it. */
  readonly hasSavedKey: boolean;
  readonly error: string | undefined;
  /** Whether the box now holds a key that is not the saved one. */
  readonly onChange: (holdsNewKey: boolean) => void;
}

export function KeyField({ ref, hasSavedKey, error, onChange }: KeyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [length, setLength] = useState(0);
  const [shown, setShown] = useState(false);
  /** What stands in the box is the saved key, fetched to be looked at. */
  const [revealed, setRevealed] = useState(false);

  const put = (key: string, isSavedKey: boolean) => {
    if (input.current) input.current.value = key;
    setLength(key.length);
    setRevealed(isSavedKey);
    onChange(key !== '' && !isSavedKey);
  };

  useImperativeHandle(ref, () => ({
    newKey: () => (revealed ? null : input.current?.value || null),
    empty: () => {
      put('', false);
      setShown(false);
    },
    focus: () => input.current?.focus(),
  }));

  const hide = () => {
    setShown(false);
    if (revealed) put('', false);
  };

  const show = async () => {
    if (length > 0 || !hasSavedKey) return setShown(true);
    const answer = await call('webhook.revealKey', undefined);
    if (!answer.ok) return toast('error', answer.problem.message);
    put(answer.value.key, true);
    setShown(true);
  };

  const generate = async () => {
    const answer = await call('webhook.generateKey', undefined);
    if (!answer.ok) return toast('error', answer.problem.message);
    put(answer.value.key, false);
    input.current?.focus();
  };

  const copy = async () => {
    const text = input.current?.value ?? '';
    const answer =
      text === '' || revealed ? await call('webhook.copySavedKey', undefined) : await call('clipboard.copy', { text });
    if (!answer.ok) return toast('error', answer.problem.message);
    toast('success', 'Verification key copied');
  };

  return (
    <div>
      <TextInput
        ref={input}
        label="Verification key"
        type={shown ? 'text' : 'password'}
        placeholder={hasSavedKey ? 'A key is saved; leave empty to keep it' : 'Optional: type one or generate one'}
        description={
          hasSavedKey && length === 0
            ? `The saved key has ${WEBHOOK_KEY_LENGTH} characters`
            : `${length} of ${WEBHOOK_KEY_LENGTH} characters`
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={error}
        autoComplete="off"
        spellCheck={false}
        onInput={(event) => {
          const typed = event.currentTarget.value.length;
          setLength(typed);
          setRevealed(false);
          onChange(typed > 0);
        }}
      />
      <Group gap={8} mt={8}>
        <Button
          variant="default"
          size="xs"
          leftSection={shown ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />}
          onClick={() => (shown ? hide() : void show())}
        >
          {shown ? 'Hide key' : 'Show key'}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void generate()}
        >
          Generate key
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconCopy size={16} aria-hidden />}
          disabled={length === 0 && !hasSavedKey}
          onClick={() => void copy()}
        >
          Copy key
        </Button>
      </Group>
    </div>
  );
}
