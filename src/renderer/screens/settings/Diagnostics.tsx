// Diagnostics for support: the seller reads all of it before it is copied.
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import type { Problem } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { toast } from '../../components/toast.tsx';
import { openDialog } from '../../state/dialogs.ts';

const t = texts.settings.diagnostics;

export async function openDiagnostics(): Promise<void> {
  const answer = await call('support.diagnostics', undefined);
  if (!answer.ok) return toast('error', answer.problem.message);
  openDialog(texts.settings.data.copyDiagnostics, 720, (close) => (
    <Diagnostics text={answer.value.text} close={close} />
  ));
}

function Diagnostics({ text, close }: { readonly text: string; readonly close: () => void }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const copy = async () => {
    const answer = await call('support.copyDiagnostics', undefined);
    if (!answer.ok) return setProblem(answer.problem);
    close();
    toast('success', t.copied);
  };
  return (
    <Stack gap={16}>
      <Text size="sm">{t.about}</Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reached by keyboard */}
      <section aria-label={t.text} tabIndex={0} style={{ maxHeight: '50vh', overflow: 'auto' }}>
        <CodeBlock text={text} whole />
      </section>
      <ProblemAlert title={t.notCopied} problem={problem} />
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={close}>
          {texts.common.cancel}
        </Button>
        <Button leftSection={<IconCopy size={16} aria-hidden />} data-autofocus onClick={() => void copy()}>
          {texts.common.copy}
        </Button>
      </Group>
    </Stack>
  );
}
