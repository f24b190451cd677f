// "Replace with a new price": the prices of the new links, and what becomes of the selected ones.
import { Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '../../../shared/contract.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { DialogForm, useDialogForm } from '../../components/dialog-form.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { toast } from '../../components/toast.tsx';
import { useFrame } from '../../state/frame.ts';
import { useAnswer } from '../../state/loaded.ts';
import { asTyped, blankLink, linkContent, readLink } from './link-form.ts';
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
  const [initial] = useState(() => blankLink('', currencies));
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
    if (answer.ok) toast('success', words.undone(answer.value.undone, answer.value.sent));
    else toast('error', answer.problem.message);
  };
  const action = { label: texts.common.undo, run: () => void undo() };
  toast('success', words.done(ids.length, left), ids.length === 0 ? undefined : action);
}
