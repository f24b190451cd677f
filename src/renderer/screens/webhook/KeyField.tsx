// The verification key: typed or generated, shown on demand, copied, with a count of its 64 characters.
//
// The key stays in the uncontrolled input: React has its length, never its text.
import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconCopy, IconEye, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { isKeyLost, WEBHOOK_KEY_LENGTH, type WebhookView, webhookKeySchema } from '../../../shared/webhook.ts';
import { call } from '../../bridge.ts';
import { notify, notifyProblem } from '../../kit/notify.tsx';
import { SmallWarning } from '../../kit/parts.tsx';

const t = texts.webhook.key;

export interface KeyFieldHandle {
  /** The key to save, or null to keep the saved one. */
  newKey(): string | null;
  empty(): void;
  /** Fills in a new key. Resolves to whether there is one. */
  generate(): Promise<boolean>;
  /** The same, unless the seller types one meanwhile. */
  propose(): Promise<boolean>;
  focus(): void;
}

type SavedKey = NonNullable<WebhookView['current']>['key'];

/** There is a saved key, which an empty input keeps. */
export const isKept = (saved: SavedKey): boolean => saved === 'here' || saved === 'locked' || saved === 'on-service';

interface KeyFieldProps {
  readonly ref: Ref<KeyFieldHandle>;
  /** Where the saved key is. A lost key must be entered again. */
  readonly saved: SavedKey;
  /** The service may have another key than the saved one. */
  readonly uncertain: boolean;
  readonly error: string | undefined;
  /** Whether the input holds a key other than the saved one. */
  readonly onChange: (holdsNewKey: boolean) => void;
}

/** What the placeholder of the empty input says. */
const PLACEHOLDERS = {
  none: t.placeholders.none,
  here: t.placeholders.saved,
  locked: t.placeholders.saved,
  'on-service': t.placeholders.saved,
  gone: t.placeholders.again,
  'gone-in-doubt': t.placeholders.again,
} as const;

/** The line below the input, beside the warnings that stand below it. */
function describe(length: number, saved: SavedKey, uncertain: boolean): string {
  if (length === 0 && uncertain) return t.uncertain;
  if (length === 0 && saved === 'locked') return t.isLocked;
  const characters = length === 0 && isKept(saved) ? WEBHOOK_KEY_LENGTH : length;
  return t.length({ characters, whole: WEBHOOK_KEY_LENGTH });
}

export function KeyField({ ref, saved, uncertain, error, onChange }: KeyFieldProps) {
  const hasSavedKey = isKept(saved);
  const input = useRef<HTMLInputElement>(null);
  const [length, setLength] = useState(0);
  const [shown, setShown] = useState(false);
  /** The input holds the saved key, which was loaded to be shown. */
  const [revealed, setRevealed] = useState(false);
  /** The error of the typed key, set on blur. */
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
    generate: () => generate(),
    propose: () => generate(true),
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
    // The main process has a key that was just saved; the last render may not.
    const answer = await call('webhook.revealKey', undefined);
    if (answer.ok) {
      // A key may have been typed meanwhile.
      if (!input.current?.value) put(answer.value.key, true);
    } else if (hasSavedKey || answer.problem.code !== 'not-found') return notifyProblem(answer.problem);
    setShown(true);
  };

  const generate = async (onlyIfEmpty = false) => {
    const answer = await call('webhook.generateKey', undefined);
    if (onlyIfEmpty && input.current?.value) return true;
    if (answer.ok) put(answer.value.key, false);
    else notify('error', answer.problem.message);
    return answer.ok;
  };

  const copy = async () => {
    const text = input.current?.value ?? '';
    const answer =
      text === '' || revealed ? await call('webhook.copySavedKey', undefined) : await call('clipboard.copy', { text });
    if (!answer.ok) return notifyProblem(answer.problem);
    notify('success', t.copied);
  };

  const problem = error ?? wrong;
  /** There is nothing to show or copy. */
  const isElsewhere = length === 0 && saved === 'on-service';
  return (
    <div>
      <TextInput
        ref={input}
        label={t.label}
        type={shown ? 'text' : 'password'}
        placeholder={PLACEHOLDERS[saved]}
        // The message of an error has the count too.
        description={problem ? undefined : describe(length, saved, uncertain)}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={problem}
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
          disabled={!shown && (isElsewhere || (length === 0 && !hasSavedKey))}
          onClick={() => (shown ? hide() : void show())}
        >
          {shown ? t.hide : shared.stores.exits.reveal.button}
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
          disabled={isElsewhere || (length === 0 && !hasSavedKey)}
          onClick={() => void copy()}
        >
          {shared.stores.exits.copy.button}
        </Button>
      </Group>
    </div>
  );
}

interface KeyWarningProps {
  readonly saved: SavedKey;
  generateAndSave(): void;
}

/** The notice that sales cannot be verified, with the way out. */
export const KeyWarning = ({ saved, generateAndSave }: KeyWarningProps) =>
  isKeyLost(saved) && (
    <SmallWarning>
      <Group gap={8} justify="space-between">
        <Text size="sm" flex="1 1 200px">
          {texts.sales.noKey}
        </Text>
        <Button size="xs" variant="default" onClick={generateAndSave}>
          {t.saveNew}
        </Button>
      </Group>
    </SmallWarning>
  );
