// "Copy request", "Copy answer": the raw text.
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';

const t = texts.sync.change;

export function CopyText({ what, text }: { readonly what: 'request' | 'answer'; readonly text: string }) {
  const copy = async () => {
    const result = await call('clipboard.copy', { text });
    if (result.ok) toast('success', what === 'request' ? t.requestCopied : t.answerCopied);
    else toast('error', result.problem.message);
  };
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconCopy size={14} aria-hidden />}
      onClick={() => void copy()}
    >
      {what === 'request' ? t.copyRequest : t.copyAnswer}
    </Button>
  );
}
