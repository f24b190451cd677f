// "Replace with a new price": the prices of the new links, and what becomes of the selected ones.
import { Alert, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { DialogForm, useDialogForm } from '../../components/dialog-form.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { toast } from '../../components/toast.tsx';
import { useFrame } from '../../state/frame.ts';
import { useAnswer } from '../../state/loaded.ts';
import { asTyped, blankLink, emptyPrice, linkContent, readLink } from './link-form.ts';
import { PriceFields } from './PriceFields.tsx';

const words = texts.links.replacementOfMany;

type Before = Output<'links.beforeReplace'>;

interface ReplaceLinksProps {
  readonly ids: readonly string[];
  close(): void;
  /** The links are replaced, and the dialog closes. */
  replaced(): void;
}

export function ReplaceLinks(props: ReplaceLinksProps) {
  const { data: before, problem } = useAnswer('links.beforeReplace', { ids: [...props.ids] });
  if (problem) return <ProblemAlert title={words.notRead} problem={problem} />;
  if (!before) return <Skeleton height={280} />;
  if (before.toReplace > 0) return <PriceForm before={before} {...props} />;
  return (
    <Stack gap={8}>
      <Text size="sm" fw={600}>
        {words.none}
      </Text>
      <Left {...before.left} />
    </Stack>
  );
}

function PriceForm({ ids, before, close, replaced }: ReplaceLinksProps & { readonly before: Before }) {
  const { currencies } = useFrame().settings;
  // The product is not asked for: each new link has that of the old one.
  const [initial] = useState(() => {
    const blank = blankLink('', currencies);
    const inAll = before.currencies.filter(({ links }) => links === before.toReplace);
    return inAll.length === 0 ? blank : { ...blank, prices: inAll.map(({ currencyId }) => emptyPrice(currencyId)) };
  });
  const form = useDialogForm({
    initial,
    check: (typed) => readLink(typed, currencies),
    save: async ({ draft }, typed) =>
      asTyped(typed, await call('links.replaceMany', { ids: [...ids], prices: draft.prices })),
    saved: (answer) => {
      close();
      replaced();
      tellReplaced(answer);
    },
    content: linkContent,
  });
  return (
    <DialogForm form={form} failed={words.notReplaced} submit={words.submit} close={close}>
      <Stack gap={8}>
        <Text size="sm" fw={600}>
          {words.question(before.toReplace)}
        </Text>
        <Text size="sm">{words.whatHappens}</Text>
        {before.soldOnce > 0 && <Text size="sm">{words.soldOnce(before.soldOnce)}</Text>}
        <Left {...before.left} />
        <Dropped before={before} kept={form.values.prices.map(({ currencyId }) => Number(currencyId))} />
      </Stack>
      <PriceFields
        prices={form.values.prices}
        errors={form.errors}
        first
        onChange={(prices) => form.setValues({ prices })}
      />
      {form.slow && <Progress value={100} animated aria-label={words.replacing} />}
    </DialogForm>
  );
}

/** The currencies in which links have a price now and will have none. */
function Dropped({ before, kept }: { readonly before: Before; readonly kept: readonly number[] }) {
  const { currencies } = useFrame().settings;
  const dropped = before.currencies.filter(({ currencyId }) => !kept.includes(currencyId));
  if (dropped.length === 0) return null;
  return (
    <Alert color="orange" p={8} icon={<IconAlertTriangle size={16} aria-hidden />}>
      {dropped.map(({ currencyId, links }) => (
        <Text key={currencyId} size="sm">
          {words.dropped(links, currencies.find(({ id }) => id === currencyId)?.name ?? String(currencyId))}
        </Text>
      ))}
    </Alert>
  );
}

/** Those that cannot be replaced, by reason. */
function Left(left: Before['left']) {
  const reasons = ['leaving', 'unsent', 'withoutUuid'] as const;
  return reasons.map(
    (reason) =>
      left[reason] > 0 && (
        <Text key={reason} size="sm">
          {words[reason](left[reason])}
        </Text>
      ),
  );
}

/** Offered also while they are being sent: most of many have not left yet. */
function tellReplaced({ ids, left }: Output<'links.replaceMany'>): void {
  const undo = async () => {
    const answer = await call('links.undoReplaceMany', { ids });
    if (answer.ok) {
      const { undone, sent } = answer.value;
      toast(sent === 0 ? 'success' : 'attention', words.undone(undone, sent));
    } else toast('error', answer.problem.message);
  };
  const action = { label: texts.common.undo, run: () => void undo() };
  toast('success', words.done(ids.length, left), ids.length === 0 ? undefined : action);
}
