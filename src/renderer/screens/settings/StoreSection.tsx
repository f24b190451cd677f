// The current store: its name in this app, its service, and the addresses of its pages.
import { DataList, VisuallyHidden } from '@mantine/core';
import type { StoreView } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { Fact } from '../../kit/details.tsx';
import { SavedText, Section } from './Section.tsx';

const t = texts.settings.store;
const ADDRESS = { placeholder: 'https://', inputMode: 'url', spellCheck: false } as const;

/** Needs the store's id as `key`, because typed text belongs to one store. */
export function StoreSection({ store }: { readonly store: StoreView }) {
  const field = (name: 'name' | 'checkoutUrl' | 'sellerSlug' | 'pageUrl') => ({
    saved: store[name] ?? '',
    save: async (text: string) => {
      const answer = await call('stores.update', { storeId: store.id, [name]: text });
      return answer.ok ? null : answer.problem;
    },
  });
  return (
    <Section id="store" title={t.title}>
      <DataList labelWidth="136px" gap={8} style={{ overflowWrap: 'anywhere' }}>
        <Fact label={texts.signIn.form.serviceAddress}>{store.serviceAddress}</Fact>
        <Fact label={t.signedInWith}>{store.email}</Fact>
      </DataList>
      <SavedText label={t.name} {...field('name')} />
      <SavedText
        label={texts.products.fields.checkoutAddress}
        description={t.checkoutAddressAbout}
        {...ADDRESS}
        {...field('checkoutUrl')}
      />
      <SavedText
        label={
          <>
            {t.nameInAddresses}
            {/* The name by which support knows the field. */}
            <VisuallyHidden> ({t.sellerSlug})</VisuallyHidden>
          </>
        }
        description={t.sellerSlugAbout}
        spellCheck={false}
        {...field('sellerSlug')}
      />
      {!store.practice && <SavedText label={t.page} description={t.pageAbout} {...ADDRESS} {...field('pageUrl')} />}
    </Section>
  );
}
