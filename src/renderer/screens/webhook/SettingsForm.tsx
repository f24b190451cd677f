// The webhook's address, key and switch. Typed values stay until they are saved; a failed save clears nothing.

import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { fieldErrors } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/window.ts';
import { withScheme } from '../../../shared/web-address.ts';
import { type WebhookView, webhookDraftSchema } from '../../../shared/webhook.ts';
import { call, type Problem } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { SmallWarning } from '../../components/parts.tsx';
import { ServiceAnswer, useRefusedFields } from '../../components/RejectedChange.tsx';
import { useUnsaved } from '../../state/leave.ts';
import { isKept, KeyField, type KeyFieldHandle, KeyReplaces, KeyWarning } from './KeyField.tsx';
import { aboutUrl, hostOf, isBegun, isLoopback, urlProblem } from './typed-url.ts';
import { WebhookStatus } from './WebhookStatus.tsx';

const t = texts.webhook.form;

/** Debounce before the address is checked, in ms. */
const PAUSE_MS = 600;

type Current = WebhookView['current'];
interface Typed {
  readonly url: string;
  readonly isOn: boolean;
}

/** A new webhook starts switched on: whoever enters an address wants its events. */
const savedValues = (current: Current): Typed => ({ url: current?.url ?? '', isOn: current?.isOn ?? true });

const same = (a: Typed, b: Typed): boolean => a.url.trim() === b.url && a.isOn === b.isOn;

const withUrlError = ({ url: _before, ...others }: Record<string, string>, wrong: string | null) =>
  wrong === null ? others : { ...others, url: wrong };

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
  readonly current: Current;
  readonly uncertain: string | null;
  readonly keyUncertain: boolean;
  /** The webhook address of the team's relay; null outside of a team. */
  readonly relayUrl: string | null;
  /** Called with the form values on each change. */
  readonly onEdit: (edited: Edited) => void;
  /** The tour highlights "Save webhook" now. */
  readonly isNext: boolean;
}

export function SettingsForm({ ref, current, uncertain, keyUncertain, relayUrl, onEdit, isNext }: SettingsFormProps) {
  /** Null while the form follows the saved values. */
  const [typed, setTyped] = useState<Typed | null>(null);
  const [holdsNewKey, setHoldsNewKey] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [saving, setSaving] = useState(false);
  /** Submitted, while the displayed values are still from before. */
  const [handedOver, setHandedOver] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever comes next is newer than what was handed over
  useEffect(() => setHandedOver(false), [current]);
  /** Errors of the service for fields that have not changed since. */
  const refused = useRefusedFields(current?.sync === 'rejected', current?.actionId ?? null);
  const urlInput = useRef<HTMLInputElement>(null);
  const keyField = useRef<KeyFieldHandle>(null);

  const saved = savedValues(current);
  const values = typed ?? saved;
  const unsaved = !same(values, saved) || holdsNewKey;
  const savedKey = current?.key ?? 'none';
  const hasKey = savedKey !== 'none' || holdsNewKey;
  const url = values.url.trim();
  useEffect(() => onEdit({ unsaved, url, hasKey }), [onEdit, unsaved, url, hasKey]);
  useUnsaved(unsaved && !handedOver);
  useEffect(() => {
    // The typed values are saved now: the form follows the saved ones again. Not while others travel, which will be the saved ones.
    if (typed && !saving && !handedOver && same(typed, { url: saved.url, isOn: saved.isOn })) setTyped(null);
  }, [typed, saving, handedOver, saved.url, saved.isOn]);

  const urlError = errors.url ?? (url === saved.url ? refused?.url : undefined);

  const change = (part: Partial<Typed>) => {
    setTyped({ ...values, ...part });
    setProblem(null);
  };
  const forget = (field: string) => setErrors(({ [field]: _, ...others }) => others);

  /** Shows the error of the address, or clears it. */
  const sayOfUrl = (wrong: string | null) => setErrors((errors) => withUrlError(errors, wrong));
  const typedUrl = typed?.url ?? null;
  useEffect(() => {
    if (typedUrl === null || isBegun(typedUrl)) return;
    const timer = setTimeout(() => setErrors((errors) => withUrlError(errors, urlProblem(typedUrl))), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typedUrl]);
  const typeUrl = (url: string) => {
    change({ url });
    // A visible error updates at once, as does an address that was valid; the rest waits for a pause.
    const atOnce = errors.url !== undefined || urlProblem(values.url) === null;
    sayOfUrl(atOnce && !isBegun(url) ? urlProblem(url) : null);
  };
  const completeUrl = () => {
    const url = withScheme(values.url);
    if (url !== values.url) change({ url });
    return url;
  };

  /** Whoever received sales before knows the old key, so another host gets a new one; the seller may empty the field again. */
  const proposeKey = (url: string) => {
    const isOtherHost = saved.url !== '' && hostOf(url) !== hostOf(saved.url) && urlProblem(url) === null;
    if (isOtherHost && isKept(savedKey) && !holdsNewKey && !isLoopback(url)) void keyField.current?.propose();
  };

  const fillAddress = (url: string) => {
    change({ url });
    forget('url');
    urlInput.current?.focus();
    if (!hasKey) void keyField.current?.propose();
  };
  useImperativeHandle(ref, () => ({ fillAddress }));

  const showErrors = (fields: Record<string, string>) => {
    setErrors(fields);
    if (fields.url) urlInput.current?.focus();
    else if (fields.key) keyField.current?.focus();
  };

  const save = async () => {
    if (saving) return;
    const typedKey = () => keyField.current?.newKey() ?? null;
    const draft = { ...values, url: completeUrl(), key: typedKey() };
    const checked = webhookDraftSchema.safeParse(draft);
    setProblem(null);
    if (!checked.success) return showErrors(fieldErrors(checked.error));
    setErrors({});
    setSaving(true);
    const hadKey = isKept(savedKey);
    const answer = await call('webhook.save', checked.data);
    setSaving(false);
    if (answer.ok) {
      setHandedOver(true);
      // Another key may have been typed since.
      if (typedKey() === checked.data.key) keyField.current?.empty();
      notify('success', hadKey && checked.data.key !== null ? t.savedWithNewKey : t.saved);
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
        {current?.sync === 'rejected' && current.actionId !== null && <ServiceAnswer actionId={current.actionId} />}
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
            if (!typedUrl?.trim()) return;
            const url = completeUrl();
            sayOfUrl(urlProblem(url));
            proposeKey(url);
          }}
          error={urlError}
          description={
            // An error message replaces this line, so that nothing moves under the pointer.
            urlError ? undefined : aboutUrl(url, relayUrl)
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
        />
        {relayUrl !== null && <RelayAddress url={relayUrl} onUse={() => fillAddress(relayUrl)} />}
        <KeyField
          ref={keyField}
          saved={savedKey}
          uncertain={keyUncertain}
          error={errors.key ?? (holdsNewKey ? undefined : refused?.key)}
          onChange={(holds) => {
            setHoldsNewKey(holds);
            setProblem(null);
            forget('key');
          }}
        />
        {holdsNewKey ? (
          isKept(savedKey) && <KeyReplaces />
        ) : (
          <KeyWarning saved={savedKey} generateAndSave={() => void generateAndSave()} />
        )}
        <Switch
          label={t.isOn}
          checked={values.isOn}
          onChange={(event) => change({ isOn: event.currentTarget.checked })}
        />
        {!values.isOn && (
          <Text size="sm" c="dimmed">
            {t.isOff}
          </Text>
        )}
        <ProblemAlert title={t.notSaved} problem={problem} />
        <Group gap={16}>
          <Button type="submit" aria-busy={saving} data-tour={isNext ? 'webhook-next' : undefined}>
            {t.save}
          </Button>
          <WebhookStatus
            current={handedOver && current ? { ...current, sync: 'waiting' } : current}
            uncertain={uncertain}
            unsaved={unsaved}
          />
        </Group>
      </Stack>
    </form>
  );
}

function RelayAddress({ url, onUse }: { readonly url: string; readonly onUse: () => void }) {
  const about = useId();
  return (
    <Stack gap={8} align="flex-start">
      <Button
        variant="default"
        size="xs"
        leftSection={<IconArrowUp size={16} aria-hidden />}
        aria-describedby={about}
        onClick={onUse}
      >
        {t.useRelay}
      </Button>
      {isLoopback(url) ? (
        <SmallWarning id={about}>{t.relayIsLoopback}</SmallWarning>
      ) : (
        <Text id={about} size="sm" c="dimmed">
          {t.relayOfInvite}
        </Text>
      )}
    </Stack>
  );
}
