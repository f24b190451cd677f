// "Replace link" and "Edit payment link": the link form with its initial values.
import { Alert, Stack, Text } from '@mantine/core';
import type { LinkDraft, LinkView } from '../../../shared/payment-link.ts';
import { refuse } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import type { FieldErrors } from '../../kit/form.tsx';
import { LoadedRecord } from '../../kit/loaded.tsx';
import { shownStoreId } from '../../kit/notify.tsx';
import { useFrame } from '../../state/frame.ts';
import { maySendEdited } from '../sync/decision-questions.tsx';
import { LinkForm, toastLinkSaved } from './LinkForm.tsx';
import { likeLink, readLink, typedLink } from './link-form.ts';
import { toastReplaced } from './ReplaceLinks.tsx';

function ReplaceLink({ link, close }: { readonly link: LinkView; close(): void }) {
  const { currencies } = useFrame().settings;
  const initial = likeLink(link.productId, link, currencies);
  const t = texts.linkForm.replace;
  const isSame = (draft: LinkDraft) => {
    // A single-use link that has sold is used up, but a new one with the same values would sell again.
    if (link.useOnce && link.sold) return false;
    const unchanged = readLink(initial, currencies);
    return unchanged.ok && JSON.stringify(unchanged.value.draft) === JSON.stringify(draft);
  };
  return (
    <Stack gap={16}>
      <Alert color="gray" role="note">
        {t.whatHappens}
        {link.sold && (
          <Text size="sm" fw={600} mt={8}>
            {t.sold}
          </Text>
        )}
      </Alert>
      <LinkForm
        initial={initial}
        productTitle={link.productTitle}
        submitLabel={texts.links.commands.replace}
        startAt="price"
        close={close}
        save={async (_productId, draft) => {
          if (isSame(draft)) return refuse('invalid', t.nothingChanged);
          const storeId = shownStoreId();
          const result = await call('links.replace', { id: link.id, draft });
          if (result.ok) toastReplaced(storeId, { ids: [result.value.id], left: 0 });
          return result;
        }}
      />
    </Stack>
  );
}

/** "Replace link"; for a link that the service cannot delete, only says so. */
export function openReplaceLink(link: LinkView): void {
  if (link.uuid === null) openCannotDelete(link);
  else openDialog(texts.linkForm.replace.title, 600, (close) => <ReplaceLink link={link} close={close} />);
}

/** Says why a link without a uuid can be neither deleted nor replaced. */
export function openCannotDelete(link: LinkView): void {
  openDialog(texts.links.deletion.impossible, 440, () => (
    <Text size="sm">{texts.links.deletion.impossibleBecause({ product: link.productTitle })}</Text>
  ));
}

/** "Edit payment link", for unsent or rejected links. Saving a rejected one sends it again. */
export function openLinkEditor(linkId: string): void {
  openDialog(texts.linkForm.edit.title, 600, (close) => (
    <LoadedRecord channel="links.get" id={linkId}>
      {(link, refused) => <EditLink {...{ link, refused, close }} />}
    </LoadedRecord>
  ));
}

interface EditLinkProps {
  readonly link: LinkView;
  readonly refused: FieldErrors | undefined;
  close(): void;
}

function EditLink({ link, refused, close }: EditLinkProps) {
  if (!link.canEdit) return <Text size="sm">{texts.common.sentAlready}</Text>;
  return (
    <LinkForm
      initial={typedLink(link.productId, link)}
      productTitle={link.productTitle}
      submitLabel={texts.linkForm.edit.submit}
      refused={refused}
      close={close}
      save={async (productId, draft) => {
        if (!(await maySendEdited(link.changeId))) return { ok: false };
        const result = await call('links.edit', { id: link.id, draft });
        if (result.ok) await toastLinkSaved(productId);
        return result;
      }}
    />
  );
}
