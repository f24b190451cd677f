// How to check the `Webhook-Key` header in the seller's own receiver.
import { Button, Code, Stack, Tabs, Text, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { call } from '../../bridge.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { toast } from '../../components/toast.tsx';
import { SNIPPETS, type Snippet } from './snippets.ts';
import styles from './webhook.module.css';

async function copy({ name, code }: Snippet): Promise<void> {
  const answer = await call('clipboard.copy', { text: code });
  if (answer.ok) toast('success', `${name} snippet copied`);
  else toast('error', answer.problem.message);
}

export function ReceiverHelp() {
  return (
    <Stack component="section" gap={8} aria-labelledby="receiver-help">
      <Title order={2} id="receiver-help">
        Check the key in your receiver
      </Title>
      <Text size="sm" c="dimmed">
        Every delivery is a POST with the key in its <Code>Webhook-Key</Code> header. Compare it with your own copy,
        turn away what does not match, and answer 200 when you have kept the event.
      </Text>
      <Tabs defaultValue={SNIPPETS[0]?.name ?? null} keepMounted={false}>
        <Tabs.List aria-label="Language">
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
              {`Copy ${snippet.name} snippet`}
            </Button>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}
