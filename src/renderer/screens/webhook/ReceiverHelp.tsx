// How the seller's own receiver checks the `Webhook-Key` header.
import { Button, Code, Stack, Text, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../kit/notify.tsx';
import { CodeBlock, RichText } from '../../kit/parts.tsx';

const t = texts.webhook.receiver;

/**
 * Compares in constant time, rejects requests without the key, and answers 200 only after reading the whole event, because the
 * service's test counts a 200 as delivered.
 */
const NODE = `import { createServer } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';

const key = process.env.WEBHOOK_KEY;
if (!key) throw new Error('Set WEBHOOK_KEY to your verification key');
// timingSafeEqual needs equal lengths, which hashes have.
const hash = (text) => createHash('sha256').update(text).digest();

createServer((request, response) => {
  const given = request.headers['webhook-key'] ?? '';
  if (!timingSafeEqual(hash(given), hash(key))) {
    response.writeHead(403).end();
    return;
  }
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    const event = Buffer.concat(parts).toString('utf8');
    console.log('After-sell event', event); // keep it here, then answer
    response.writeHead(200).end();
  });
}).listen(8080);
`;

async function copy(): Promise<void> {
  const answer = await call('clipboard.copy', { text: NODE });
  if (answer.ok) notify('success', t.snippetCopied({ language: 'Node' }));
  else notify('error', answer.problem.message);
}

export function ReceiverHelp() {
  return (
    <Stack gap={8}>
      <Title order={3}>{t.title}</Title>
      <Text size="sm" c="dimmed">
        <RichText of={t.about({ header: <Code>Webhook-Key</Code> })} />
      </Text>
      <CodeBlock text={NODE.trimEnd()} whole />
      <Button
        variant="default"
        size="xs"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
        style={{ alignSelf: 'start' }}
      >
        {t.copySnippet({ language: 'Node' })}
      </Button>
    </Stack>
  );
}
