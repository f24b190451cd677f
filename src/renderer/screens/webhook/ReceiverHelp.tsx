// How to check the `Webhook-Key` header in the seller's own receiver.
import { Button, Code, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import { CodeBlock, Phrase } from '../../components/parts.tsx';
import { SNIPPETS, type Snippet } from './snippets.ts';
import styles from './webhook.module.css';

const t = texts.webhook.receiver;

async function copy({ name, code }: Snippet): Promise<void> {
  const answer = await call('clipboard.copy', { text: code });
  if (answer.ok) notify('success', t.snippetCopied({ language: name }));
  else notify('error', answer.problem.message);
}

export function ReceiverHelp() {
  return (
    <Stack gap={8}>
      <Title order={3}>{t.title}</Title>
      <Text size="sm" c="dimmed">
        <Phrase of={t.about({ header: <Code>Webhook-Key</Code> })} />
      </Text>
      <Tabs defaultValue={SNIPPETS[0]?.name ?? null} keepMounted={false}>
        <Tabs.List aria-label={t.title}>
          {SNIPPETS.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {SNIPPETS.map((snippet) => (
          <Tabs.Panel key={snippet.name} value={snippet.name} className={styles.snippet}>
            <CodeBlock text={snippet.code.trimEnd()} whole />
            <Button
              variant="default"
              size="xs"
              leftSection={<IconCopy size={16} aria-hidden />}
              onClick={() => void copy(snippet)}
            >
              {t.copySnippet({ language: snippet.name })}
            </Button>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
