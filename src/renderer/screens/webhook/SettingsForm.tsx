// The webhook's address, key and switch. Typed values stay until they are saved; a failed save clears nothing.
import { Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { parseWebAddress } from '../../../shared/checkout-url.ts';
import { fieldErrors } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/window.ts';
import { isOnThisComputer, withScheme } from '../../../shared/web-address.ts';
import { isKeyLost, type WebhookView, webhookDraftSchema, webhookUrlSchema } from '../../../shared/webhook.ts';
import { call, type Problem } from '../../bridge.ts';
import { showErrors } from '../../kit/form.tsx';
import { ServiceAnswer, useRejectedChange } from '../../kit/loaded.tsx';
import { orNotify } from '../../kit/notify.tsx';
import { ProblemAlert, SmallWarning, WorkButton } from '../../kit/parts.tsx';
import { useUnsaved } from '../../state/leave.ts';
import { useSingleFlight } from '../../state/single-flight.ts';
import { isKept, KeyField } from './KeyField.tsx';
import { WebhookStatus } from './WebhookStatus.tsx';

const t = texts.webhook.form;

interface Values {
  readonly url: string;
  readonly isOn: boolean;
  /** The new key; empty keeps the saved one. */
  readonly key: string;
}

interface Errors {
  readonly url?: string | undefined;
  readonly key?: string | undefined;
}

/** The error of an address; undefined if it is valid. */
const urlProblem = (url: string): string | undefined => webhookUrlSchema.safeParse(url).error?.issues[0]?.message;

const hostOf = (url: string): string => parseWebAddress(url)?.host ?? '';

const isLoopback = (url: string): boolean => isOnThisComputer(withScheme(url.trim()));

const newKey = async (): Promise<string> => (await orNotify(call('webhook.generateKey', undefined)))?.key ?? '';

export type WebhookForm = ReturnType<typeof useWebhookForm>;

export function useWebhookForm({ current }: WebhookView) {
  /** Null while the form follows the saved values. */
  const [typed, setTyped] = useState<Values | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const saving = useSingleFlight();
  const form = useRef<HTMLFormElement>(null);
  const urlInput = useRef<HTMLInputElement>(null);

  const savedKey = current?.key ?? 'none';
  // A new webhook starts switched on: whoever enters an address wants its events.
  const saved: Values = { url: current?.url ?? '', isOn: current?.isOn ?? true, key: '' };
  const values = typed ?? saved;
  const unsaved = values.url.trim() !== saved.url || values.isOn !== saved.isOn || values.key !== '';
  useUnsaved(unsaved);

  const change = (part: Partial<Values>) => {
    setTyped((previous) => ({ ...(previous ?? saved), ...part }));
    // A new text removes the error of the old one.
    const changed = Object.keys(part).map((field) => [field, undefined]);
    setErrors((previous) => ({ ...previous, ...Object.fromEntries(changed) }));
    setProblem(null);
  };
  const generate = async () => {
    const key = await newKey();
    if (key !== '') change({ key });
  };
  /** The host that the last generated key is for, and the key until it is in its field. */
  const proposed = useRef<{ readonly host: string; key: Promise<string> | null }>({ host: '', key: null });
  /** Generates a key, unless the seller types one meanwhile. */
  const proposeKey = async (url: string) => {
    const proposal = { host: hostOf(url), key: newKey() };
    proposed.current = proposal;
    const key = await proposal.key;
    if (proposed.current === proposal) proposed.current = { ...proposal, key: null };
    setTyped((previous) => (previous?.key ? previous : { ...(previous ?? saved), key }));
  };
  /** A new host gets a new key, because the previous one knows the saved key. The seller may empty the field. */
  const needsKey = (url: string) =>
    saved.url !== '' &&
    ![hostOf(saved.url), proposed.current.host].includes(hostOf(url)) &&
    isKept(savedKey) &&
    !isLoopback(url);
  /** Fills in the address as if typed, and a new key if there is none yet. */
  const fillAddress = (url: string) => {
    change({ url });
    urlInput.current?.focus();
    if (savedKey === 'none') void proposeKey(url);
  };
  const leaveUrl = () => {
    if (!typed?.url.trim()) return;
    const url = withScheme(typed.url);
    const wrong = urlProblem(url);
    change({ url });
    setErrors((previous) => ({ ...previous, url: wrong }));
    if (wrong === undefined && needsKey(url)) void proposeKey(url);
  };

  const refuse = (wrong: Errors) => showErrors(form, () => setErrors(wrong));
  /** `replacesKey`: saves a new key unless one is typed. Without a key nobody can tell a sale from a fake. */
  const save = (replacesKey = savedKey === 'none') =>
    saving.run(async () => {
      setProblem(null);
      const url = withScheme(values.url);
      const wrong = urlProblem(url);
      if (wrong !== undefined) return refuse({ url: wrong });
      const isNewKey = replacesKey || needsKey(url);
      const key = values.key || (await proposed.current.key) || (isNewKey ? await newKey() : '') || null;
      if (replacesKey && key === null) return;
      const draft = webhookDraftSchema.safeParse({ url, isOn: values.isOn, key });
      if (!draft.success) return refuse(fieldErrors(draft.error));
      const answer = await call('webhook.save', draft.data);
      if (answer.ok) {
        setErrors({});
        // Keeps whatever the seller has typed since.
        return setTyped((now) => (now === typed ? null : now && { ...now, key: now.key === key ? '' : now.key }));
      }
      const { fields = {} } = answer.problem;
      if (fields.url || fields.key) refuse(fields);
      else setProblem(answer.problem);
    });

  return {
    ...{ element: form, urlInput, values, saved, savedKey, unsaved, errors, setErrors, problem, saving },
    ...{ change, leaveUrl, fillAddress, generate, save },
  };
}

interface SettingsFormProps {
  readonly form: WebhookForm;
  readonly view: WebhookView;
  /** The webhook address of the team's relay; null outside a team. */
  readonly relayUrl: string | null;
}

export function SettingsForm({ form, view, relayUrl }: SettingsFormProps) {
  const { current, uncertain, keyUncertain } = view;
  const { values, saved, savedKey, errors, change, fillAddress, save, saving } = form;
  const url = values.url.trim();
  const rejected = useRejectedChange(current);
  // What the service rejected, for fields that have not changed since.
  const refused = rejected?.refusedFields;
  const urlError = errors.url ?? (url === saved.url ? refused?.url : undefined);
  return (
    <form
      ref={form.element}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      noValidate
    >
      <Stack gap={16}>
        <ServiceAnswer to={rejected} />
        <TextInput
          ref={form.urlInput}
          label={t.url}
          placeholder="https://"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          value={values.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
          onBlur={form.leaveUrl}
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
            {isLoopback(relayUrl) && <SmallWarning text={t.relayIsLoopback} />}
          </Group>
        )}
        <KeyField
          saved={savedKey}
          uncertain={keyUncertain}
          value={values.key}
          error={errors.key ?? (values.key === '' ? refused?.key : undefined)}
          onChange={(key) => change({ key })}
          onLeave={(key) => form.setErrors((previous) => ({ ...previous, key }))}
          generate={form.generate}
        />
        {values.key !== '' && isKept(savedKey) && <SmallWarning text={texts.webhook.key.replaces} />}
        {values.key === '' && isKeyLost(savedKey) && (
          <SmallWarning text={texts.sales.noKey} button={texts.webhook.key.saveNew} act={() => save(true)} />
        )}
        <Switch
          label={t.isOn}
          checked={values.isOn}
          onChange={(event) => change({ isOn: event.currentTarget.checked })}
        />
        <ProblemAlert title={texts.common.failed} problem={form.problem} />
        <Group gap={16}>
          <WorkButton type="submit" busy={saving.slow} data-tour={form.unsaved ? 'webhook-save' : undefined}>
            {t.save}
          </WorkButton>
          <WebhookStatus current={current} uncertain={uncertain} unsaved={form.unsaved} />
        </Group>
      </Stack>
    </form>
  );
}

/** Says where sales for an address go if that is not obvious. `relayUrl`: the address of the team's relay. */
function aboutUrl(url: string, relayUrl: string | null): string | undefined {
  if (url === '') return undefined;
  if (url === relayUrl) return t.urlOfRelay;
  return isLoopback(url) ? t.urlOnThisComputer : undefined;
}
