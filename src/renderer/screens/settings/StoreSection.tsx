// Settings of the current store: its local name, its checkout pages, and the undocumented update.
import { Stack, Switch, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import { type StoreView, storeFieldsSchema } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { checkedBy, useDialogForm } from '../../components/dialog-form.tsx';
import { notify } from '../../components/notify.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { WorkButton } from '../../components/parts.tsx';
import { useAtOnce } from '../../state/at-once.ts';
import { Section } from './Section.tsx';
import styles from './settings.module.css';

const t = texts.settings.store;

/** The texts of a store, as its fields show them. */
const storeTexts = (store: StoreView) => ({
  name: store.name,
  checkoutUrl: store.checkoutUrl ?? '',
  sellerSlug: store.sellerSlug ?? '',
  pageUrl: store.pageUrl ?? '',
});

/** Needs the store's id as `key`, because typed text belongs to one store. */
export function StoreSection({ store }: { readonly store: StoreView }) {
  const [initial, setInitial] = useState(() => storeTexts(store));
  const form = useDialogForm({
    initial,
    check: (typed) => checkedBy(storeFieldsSchema, typed),
    save: async (fields, typed) => {
      // The checkout address may have been learned since: what was not typed stays as it is now.
      const isTyped = ([name, value]: [string, unknown]) => value !== initial[name as keyof typeof initial];
      const change = Object.fromEntries(Object.entries(fields).filter(isTyped));
      const saved = await call('stores.update', { storeId: store.id, ...change });
      return saved.ok ? { ok: true, value: typed } : saved;
    },
    saved: (typed: ReturnType<typeof storeTexts>) => {
      setInitial(typed);
      notify('success', t.saved);
    },
    stays: true,
  });
  const address = { placeholder: 'https://', inputMode: 'url', spellCheck: false } as const;
  return (
    <Section title={t.title}>
      <form {...form.element}>
        <Stack gap={16}>
          <dl className={styles.facts}>
            <dt>{t.serviceAddress}</dt>
            <dd>{store.serviceAddress}</dd>
            <dt>{t.signedInWith}</dt>
            <dd>{store.email}</dd>
          </dl>
          <TextInput label={t.name} {...form.getInputProps('name')} />
          <TextInput
            label={t.checkoutAddress}
            description={t.checkoutAddressAbout}
            {...address}
            {...form.getInputProps('checkoutUrl')}
          />
          <TextInput
            label={<Named label={t.nameInAddresses} term={t.sellerSlug} />}
            description={t.sellerSlugAbout}
            spellCheck={false}
            {...form.getInputProps('sellerSlug')}
          />
          {!store.practice && (
            <TextInput label={t.page} description={t.pageAbout} {...address} {...form.getInputProps('pageUrl')} />
          )}
          <ProblemAlert title={t.notSaved} problem={form.problem} />
          <div>
            <WorkButton type="submit" busy={form.slow}>
              {t.save}
            </WorkButton>
          </div>
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

/** Saved at once, without the texts. */
function UndocumentedUpdate({ store }: { readonly store: StoreView }) {
  const aboutId = useId();
  const [on, choose] = useAtOnce(store.undocumentedProductUpdate, async (undocumentedProductUpdate) => {
    const result = await call('stores.update', { storeId: store.id, undocumentedProductUpdate });
    if (!result.ok) notify('error', result.problem.message);
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
