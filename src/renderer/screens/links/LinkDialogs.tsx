// "New payment link" and "Edit payment link": the link form with what it starts from.
import { Alert, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { call } from '../../bridge.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { ServiceAnswer } from '../../components/ServiceAnswer.tsx';
import { whenSent } from '../../components/sending.ts';
import { toast } from '../../components/toast.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLoaded } from '../../state/loaded.ts';
import { LinkForm } from './LinkForm.tsx';
import { blankLink, typedLink } from './link-form.ts';

export interface ForProduct {
  readonly id: string;
  readonly title: string;
}

export function NewLink({ product, close }: { readonly product: ForProduct | null; close(): void }) {
  const { currencies } = useFrame().settings;
  const [initial] = useState(() => blankLink(product?.id ?? null, currencies));
  return (
    <LinkForm
      initial={initial}
      productTitle={product?.title ?? null}
      submitLabel="Create link"
      close={close}
      save={async (productId, draft) => {
        const result = await call('links.create', { productId, draft });
        if (result.ok) toast('success', `Payment link saved. ${whenSent()}`);
        return result;
      }}
    />
  );
}

export function EditLink({ id, close }: { readonly id: string; close(): void }) {
  const { data: link, problem } = useLoaded('links.get', id);
  if (problem) return <ProblemAlert title="The payment link could not be opened" problem={problem} />;
  if (link === undefined) return <Skeleton height={320} />;
  if (link === null) return <Text size="sm">This payment link is no longer on this computer.</Text>;
  if (!link.canEdit) {
    return (
      <Text size="sm">
        This payment link has already been sent, and the service cannot change links. Make a new one and delete this one
        instead. Nothing was changed.
      </Text>
    );
  }
  return (
    <Stack gap={16}>
      {link.sync === 'rejected' && link.actionId && <ServiceAnswer actionId={link.actionId} />}
      {link.sync === 'waiting' && (
        <Alert color="gray">It has not been sent yet: what you change here is what will be sent.</Alert>
      )}
      <LoadedForm link={link} close={close} />
    </Stack>
  );
}

function LoadedForm({ link, close }: { readonly link: LinkView; close(): void }) {
  const [initial] = useState(() => typedLink(link.productId, link));
  return (
    <LinkForm
      initial={initial}
      productTitle={link.productTitle}
      submitLabel="Save link"
      close={close}
      save={async (_productId, draft) => {
        const result = await call('links.edit', { id: link.id, draft });
        if (result.ok) toast('success', `Payment link saved. ${whenSent()}`);
        return result;
      }}
    />
  );
}
