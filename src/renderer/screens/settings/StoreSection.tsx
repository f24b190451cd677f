// Settings of the current store: its local name, its checkout pages, and the undocumented update.
import { Group, Stack, Switch, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { fieldErrors, type Problem } from '../../../shared/problem.ts';
import { type StoreView, storeFieldsSchema } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { useFirstWrong } from '../../components/form.ts';
import { notify } from '../../components/notify.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { WorkButton } from '../../components/parts.tsx';
import { useAtOnce } from '../../state/at-once.ts';
import { useUnsaved } from '../../state/leave.ts';
import { Section } from './Section.tsx';
import styles from './settings.module.css';
import { STORE_FIELDS, type StoreTexts, storeTexts } from './store-texts.ts';

const t = texts.settings.store;

/** Needs the store's id as `key`, because typed text belongs to one store. */
export function StoreSection({ store }: { readonly store: StoreView }) {
  const form = useRef<HTMLFormElement>(null);
  const toFirstWrong = useFirstWrong(form);
  /** Only edited fields: the others follow the store, whose checkout address may be learned meanwhile. */
  const [typed, setTyped] = useState<Partial<StoreTexts>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const saved = storeTexts(store);
  const values: StoreTexts = { ...saved, ...typed };
  const unsaved = STORE_FIELDS.some((field) => values[field].trim() !== saved[field]);
  useUnsaved(unsaved);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed has become what is saved
  useEffect(() => {
    if (!unsaved) setTyped({});
  }, [saved.name, saved.checkoutUrl, saved.sellerSlug, saved.pageUrl]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const { id: storeId, undocumentedProductUpdate } = store;
    const checked = storeFieldsSchema.safeParse(values);
    setProblem(null);
    setErrors(checked.success ? {} : fieldErrors(checked.error));
    if (!checked.success) return toFirstWrong(null);
    setBusy(true);
    const result = await call('stores.update', { storeId, undocumentedProductUpdate, ...checked.data });
    setBusy(false);
    if (result.ok) return notify('success', t.saved);
    setErrors(result.problem.fields ?? {});
    setProblem(result.problem);
    toFirstWrong(null);
  };

  const field = (name: keyof StoreTexts) => ({
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setTyped((before) => ({ ...before, [name]: value }));
      setErrors(({ [name]: _, ...others }) => others);
    },
  });

  return (
    <Section title={t.title} about={t.about}>
      <form ref={form} onSubmit={(event) => void save(event)} onChange={() => setProblem(null)} noValidate>
        <Stack gap={16}>
          <dl className={styles.facts}>
            <dt>{t.serviceAddress}</dt>
            <dd>{store.serviceAddress}</dd>
            <dt>{t.signedInWith}</dt>
            <dd>{store.email}</dd>
          </dl>
          <TextInput label={t.name} description={t.nameAbout} {...field('name')} />
          <TextInput
            label={t.checkoutAddress}
            description={t.checkoutAddressAbout}
            placeholder="https://"
            inputMode="url"
            spellCheck={false}
            {...field('checkoutUrl')}
          />
          <TextInput
            label={<Named label={t.nameInAddresses} term={t.sellerSlug} />}
            description={t.sellerSlugAbout}
            spellCheck={false}
            {...field('sellerSlug')}
          />
          {!store.practice && (
            <TextInput
              label={t.page}
              description={t.pageAbout}
              placeholder="https://"
              inputMode="url"
              spellCheck={false}
              {...field('pageUrl')}
            />
          )}
          <ProblemAlert title={t.notSaved} problem={problem} />
          <Group gap={12}>
            <WorkButton type="submit" busy={busy}>
              {t.save}
            </WorkButton>
            {unsaved && (
              <Text size="sm" c="dimmed">
                {texts.common.unsavedChanges}
              </Text>
            )}
          </Group>
        </Stack>
      </form>
      <UndocumentedUpdate store={store} />
    </Section>
  );
}

/** A label in plain words. Its accessible name includes the technical term, by which support and instructions name the field. */
const Named = ({ label, term }: { readonly label: string; readonly term: string }) => (
  <>
    {label}
    <VisuallyHidden> ({term})</VisuallyHidden>
  </>
);

/** Saved at once, with the saved texts instead of the typed ones. */
function UndocumentedUpdate({ store }: { readonly store: StoreView }) {
  const aboutId = useId();
  const [on, choose] = useAtOnce(store.undocumentedProductUpdate, async (choice) => {
    const result = await call('stores.update', {
      storeId: store.id,
      ...storeTexts(store),
      undocumentedProductUpdate: choice,
    });
    if (result.ok) notify('success', choice ? t.undocumentedUpdateOn : t.undocumentedUpdateOff);
    else notify('error', result.problem.message);
    return result.ok;
  });
  // The description is outside the switch, or it would become part of the accessible name.
  return (
    <div className={styles.switch}>
      <Switch
        label={<Named label={t.defaultPrices} term={t.undocumentedUpdate} />}
        aria-describedby={aboutId}
        checked={on}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      <Text size="xs" c="dimmed" id={aboutId}>
        {t.undocumentedUpdateAbout}
      </Text>
    </div>
  );
}
