// The webhook's address, key and switch. Typed values stay until they are saved; a failed save clears nothing.
import { Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { parseWebAddress } from '../../../shared/checkout-url.ts';
import { fieldErrors } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/window.ts';
import { isLoopbackHost, withScheme } from '../../../shared/web-address.ts';
import { type WebhookView, webhookDraftSchema, webhookUrlSchema } from '../../../shared/webhook.ts';
import { call, type Problem } from '../../bridge.ts';
import { ServiceAnswer, useRefusedFields } from '../../kit/form.tsx';
import { ProblemAlert, SmallWarning } from '../../kit/parts.tsx';
import { useUnsaved } from '../../state/leave.ts';
import { isKept, KeyField, type KeyFieldHandle, KeyWarning } from './KeyField.tsx';
import { WebhookStatus } from './WebhookStatus.tsx';

const t = texts.webhook.form;

type Current = WebhookView['current'];
interface Typed {
  readonly url: string;
  readonly isOn: boolean;
}

/** A new webhook starts switched on: whoever enters an address wants its events. */
const savedValues = (current: Current): Typed => ({ url: current?.url ?? '', isOn: current?.isOn ?? true });

const same = (a: Typed, b: Typed): boolean => a.url.trim() === b.url && a.isOn === b.isOn;

/** The error of an address; undefined if it is valid. */
const urlProblem = (url: string): string | undefined => webhookUrlSchema.safeParse(url).error?.issues[0]?.message;

const hostOf = (url: string): string => parseWebAddress(url)?.host ?? '';

function isLoopback(url: string): boolean {
  const address = parseWebAddress(withScheme(url.trim()));
  return address !== null && isLoopbackHost(address.hostname);
}

export interface SettingsFormHandle {
  /** Fills in the address as if typed, and a new key if there is none yet. */
  fillAddress(url: string): void;
}

export interface Edited {
  readonly unsaved: boolean;
  readonly url: string;
  /** A key is saved or filled in. */
  readonly hasKey: boolean;
}

interface SettingsFormProps {
  readonly ref: Ref<SettingsFormHandle>;
  readonly view: WebhookView;
  /** The webhook address of the team's relay; null outside of a team. */
  readonly relayUrl: string | null;
  /** Called with the form values on each change. */
  readonly onEdit: (edited: Edited) => void;
  /** The tour highlights "Save webhook" now. */
  readonly isNext: boolean;
}

export function SettingsForm({ ref, view, relayUrl, onEdit, isNext }: SettingsFormProps) {
  const { current, uncertain, keyUncertain } = view;
  /** Null while the form follows the saved values. */
  const [typed, setTyped] = useState<Typed | null>(null);
  const [holdsNewKey, setHoldsNewKey] = useState(false);
  const [errors, setErrors] = useState<{ readonly url?: string | undefined; readonly key?: string | undefined }>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState(false);
  /** Errors of the service for fields that have not changed since. */
  const refused = useRefusedFields(current?.sync === 'rejected', current?.changeId ?? null);
  const urlInput = useRef<HTMLInputElement>(null);
  const keyField = useRef<KeyFieldHandle>(null);

  const saved = savedValues(current);
  const values = typed ?? saved;
  const unsaved = !same(values, saved) || holdsNewKey;
  const savedKey = current?.key ?? 'none';
  const hasKey = savedKey !== 'none' || holdsNewKey;
  const url = values.url.trim();
  useEffect(() => onEdit({ unsaved, url, hasKey }), [onEdit, unsaved, url, hasKey]);
  useUnsaved(unsaved && !saving);

  const urlError = errors.url ?? (url === saved.url ? refused?.url : undefined);

  const change = (part: Partial<Typed>) => {
    setTyped({ ...values, ...part });
    setProblem(null);
  };
  const typeUrl = (text: string) => {
    change({ url: text });
    // A visible error goes as soon as it is corrected; a new one waits until the field is left.
    if (errors.url !== undefined) setErrors({ ...errors, url: urlProblem(text) });
  };
  const completeUrl = () => {
    const whole = withScheme(values.url);
    if (whole !== values.url) change({ url: whole });
    return whole;
  };

  /** Whoever received sales before knows the old key, so another host gets a new one; the seller may empty the field again. */
  const proposeKey = (address: string) => {
    const isOtherHost = saved.url !== '' && hostOf(address) !== hostOf(saved.url) && urlProblem(address) === undefined;
    if (isOtherHost && isKept(savedKey) && !holdsNewKey && !isLoopback(address)) void keyField.current?.propose();
  };

  const fillAddress = (address: string) => {
    change({ url: address });
    setErrors({ ...errors, url: undefined });
    urlInput.current?.focus();
    if (!hasKey) void keyField.current?.propose();
  };
  useImperativeHandle(ref, () => ({ fillAddress }));

  const showErrors = (fields: Record<string, string>) => {
    setErrors(fields);
    if (fields.url) urlInput.current?.focus();
    else if (fields.key) keyField.current?.focus();
  };

  const typedKey = () => keyField.current?.newKey() ?? null;
  const save = async () => {
    if (saving) return;
    setProblem(null);
    const draft = { ...values, url: completeUrl() };
    const wrong = urlProblem(draft.url);
    if (wrong !== undefined) return showErrors({ url: wrong });
    setSaving(true);
    // Without a key nobody can tell a sale from a fake.
    if (savedKey === 'none' && typedKey() === null) await keyField.current?.generate();
    const checked = webhookDraftSchema.safeParse({ ...draft, key: typedKey() });
    if (!checked.success) {
      setSaving(false);
      return showErrors(fieldErrors(checked.error));
    }
    setErrors({});
    const answer = await call('webhook.save', checked.data);
    setSaving(false);
    if (answer.ok) {
      // Others may have been typed since.
      setTyped((now) => (now === typed ? null : now));
      // Another key may have been typed since.
      if (typedKey() === checked.data.key) keyField.current?.empty();
    } else {
      const fields = answer.problem.fields ?? {};
      showErrors(fields);
      if (!fields.url && !fields.key) setProblem(answer.problem);
    }
  };

  const generateAndSave = async () => {
    if (await keyField.current?.generate()) await save();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      noValidate
    >
      <Stack gap={16}>
        {current && <ServiceAnswer sync={current.sync} changeId={current.changeId} />}
        <TextInput
          ref={urlInput}
          label={t.url}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={values.url}
          onChange={(event) => typeUrl(event.currentTarget.value)}
          onBlur={() => {
            if (!typed?.url.trim()) return;
            const whole = completeUrl();
            setErrors({ ...errors, url: urlProblem(whole) });
            proposeKey(whole);
          }}
          error={urlError}
          description={urlError ? undefined : aboutUrl(url, relayUrl)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
        {relayUrl !== null && (
          <Group gap={8}>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconArrowUp size={16} aria-hidden />}
              onClick={() => fillAddress(relayUrl)}
            >
              {t.useRelay}
            </Button>
            {isLoopback(relayUrl) && <SmallWarning>{t.relayIsLoopback}</SmallWarning>}
          </Group>
        )}
        <KeyField
          ref={keyField}
          saved={savedKey}
          uncertain={keyUncertain}
          error={errors.key ?? (holdsNewKey ? undefined : refused?.key)}
          onChange={(holds) => {
            setHoldsNewKey(holds);
            setProblem(null);
            setErrors({ ...errors, key: undefined });
          }}
        />
        {holdsNewKey ? (
          isKept(savedKey) && <SmallWarning>{texts.webhook.key.replaces}</SmallWarning>
        ) : (
          <KeyWarning saved={savedKey} generateAndSave={() => void generateAndSave()} />
        )}
        <Switch
          label={t.isOn}
          checked={values.isOn}
          onChange={(event) => change({ isOn: event.currentTarget.checked })}
        />
        <ProblemAlert title={texts.common.failed} problem={problem} />
        <Group gap={16}>
          <Button type="submit" aria-busy={saving} data-tour={isNext ? 'webhook-next' : undefined}>
            {t.save}
          </Button>
          <WebhookStatus current={current} uncertain={uncertain} unsaved={unsaved && !saving} />
        </Group>
      </Stack>
    </form>
  );
}

/** Where sales go that are sent to an address, where that is not plain. `relayUrl`: the address of the team's relay. */
function aboutUrl(url: string, relayUrl: string | null): string | undefined {
  if (url === '') return undefined;
  if (url === relayUrl) return t.urlOfRelay;
  return isLoopback(url) ? t.urlOnThisComputer : undefined;
}
