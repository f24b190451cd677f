// "New payment link", "Replace payment link" and "Edit payment link": the link form with its initial values.
import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { LinkDraft, LinkView } from '../../../shared/payment-link.ts';
import { refuse } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { BeforeEditing } from '../../components/BeforeEditing.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { useRefusedFields } from '../../components/refused-fields.ts';
import { toast } from '../../components/toast.tsx';
import { shownStoreId } from '../../components/toast-with-undo.ts';
import { useFrame } from '../../state/frame.ts';
import { useLoaded } from '../../state/loaded.ts';
import { go, shownLink } from '../../state/route.ts';
import { LinkForm } from './LinkForm.tsx';
import { copyLinkById, tellReplaced } from './link-actions.tsx';
import { blankLink, likeLink, readLink, typedLink } from './link-form.ts';

export interface ForProduct {
  readonly id: string;
  readonly title: string;
}

interface NewLinkProps {
  readonly product: ForProduct | null;
  /** "Create similar link": the form starts with the values of this link. */
  readonly like?: LinkView;
  close(): void;
}

export function NewLink({ product, like, close }: NewLinkProps) {
  const { currencies } = useFrame().settings;
  const [initial] = useState(() =>
    like ? likeLink(like.productId, like, currencies) : blankLink(product?.id ?? null, currencies),
  );
  return (
    <LinkForm
      initial={initial}
      productTitle={product?.title ?? null}
      submitLabel={texts.linkForm.create}
      draft="new-link"
      warnsOfAlike
      suggestsCurrency={like === undefined}
      {...(like ? { startAt: startOf(like) } : {})}
      close={close}
      save={async (productId, draft) => {
        const result = await call('links.create', { productId, draft });
        if (!result.ok) return result;
        await tellLinkSaved(productId, result.value.id);
        // Beside the list, the details of the new link take the place of those of the link that it is like.
        if (like && shownLink() !== null) go(`#/links/${result.value.id}`);
        return result;
      }}
    />
  );
}

/** The field that most likely differs from the original link. */
const startOf = ({ metadata }: LinkView) => (metadata.length > 0 ? 'metadata' : 'price');

export function ReplaceLink({ link, close }: { readonly link: LinkView; close(): void }) {
  const { currencies } = useFrame().settings;
  const [initial] = useState(() => likeLink(link.productId, link, currencies));
  const words = texts.linkForm.replace;
  const isSame = (draft: LinkDraft) => {
    // One for a single sale that has sold is used up; its new link is not.
    if (link.useOnce && link.sold) return false;
    const before = readLink(initial, currencies);
    return before.ok && JSON.stringify(before.value.draft) === JSON.stringify(draft);
  };
  return (
    <Stack gap={16}>
      <Alert color="gray" role="note">
        {words.whatHappens}
        {link.sold && (
          <Text size="sm" fw={600} mt={8}>
            {link.useOnce ? words.soldOnce : words.sold}
          </Text>
        )}
      </Alert>
      <LinkForm
        initial={initial}
        productTitle={link.productTitle}
        submitLabel={words.submit}
        draft={`replace-link:${link.id}`}
        startAt="price"
        close={close}
        save={async (_productId, draft) => {
          if (isSame(draft)) return refuse('invalid', words.nothingChanged);
          const storeId = shownStoreId();
          const result = await call('links.replace', { id: link.id, draft });
          if (result.ok) tellReplaced(storeId, result.value);
          return result;
        }}
      />
    </Stack>
  );
}

export function EditLink({ id, close }: { readonly id: string; close(): void }) {
  const { data: link, problem } = useLoaded('links.get', id);
  if (problem) return <ProblemAlert title={texts.linkForm.edit.notOpened} problem={problem} />;
  if (link === undefined) return <Skeleton height={320} />;
  if (link === null) return <Text size="sm">{texts.linkForm.edit.gone}</Text>;
  if (!link.canEdit) {
    return <Text size="sm">{texts.linkForm.edit.sentAlready}</Text>;
  }
  return (
    <Stack gap={16}>
      <BeforeEditing sync={link.sync} actionId={link.actionId} />
      <LoadedForm link={link} close={close} />
    </Stack>
  );
}

function LoadedForm({ link, close }: { readonly link: LinkView; close(): void }) {
  const [initial] = useState(() => typedLink(link.productId, link));
  const refused = useRefusedFields(link.sync === 'rejected', link.actionId);
  return (
    <LinkForm
      initial={initial}
      productTitle={link.productTitle}
      submitLabel={texts.linkForm.edit.submit}
      draft={`edit-link:${link.id}`}
      refused={refused}
      close={close}
      save={async (productId, draft) => {
        const result = await call('links.edit', { id: link.id, draft });
        if (result.ok) await tellLinkSaved(productId);
        return result;
      }}
    />
  );
}

/** Says when the link is sent, or what holds it back, with a link there. `newId`: just created, so it can be copied. */
async function tellLinkSaved(productId: string, newId?: string): Promise<void> {
  const answer = await call('products.get', { id: productId });
  const product = answer.ok ? answer.value : null;
  const actionId = product?.actionId ?? null;
  const isStuck = product?.serverId === null && (product.sync === 'needs-review' || product.sync === 'rejected');
  if (!isStuck || actionId === null) {
    const told = (whenSent: string) => `${texts.parts.linkSaved} ${whenSent}`;
    if (newId === undefined) return toast('success', told);
    return toast('success', told, {
      label: texts.links.commands.copy,
      run: () => void copyLinkById(newId),
      isOffer: true,
    });
  }
  const review = { label: texts.common.review, run: () => go(`#/sync/${encodeURIComponent(actionId)}`) };
  toast('attention', texts.parts.linkSavedButStuck, review, actionId);
}
