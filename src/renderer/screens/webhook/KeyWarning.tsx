// The notices at the key: sales cannot be verified without it, and what a new one replaces.

import { Button, Group, Text } from '@mantine/core';
import { texts } from '../../../shared/texts/window.ts';
import { isKeyLost, type WebhookView } from '../../../shared/webhook.ts';
import { SmallWarning } from '../../components/parts.tsx';
import { useFrame } from '../../state/frame.ts';

const t = texts.webhook.key;

type SavedKey = NonNullable<WebhookView['current']>['key'];

interface KeyWarningProps {
  readonly saved: SavedKey;
  generateAndSave(): void;
}

export function KeyWarning({ saved, generateAndSave }: KeyWarningProps) {
  const { keepsSignIn: hasKeyStore } = useFrame();
  const isLost = isKeyLost(saved);
  if (!isLost && saved !== 'none') return null;
  return (
    <SmallWarning>
      {isLost ? (
        <Group gap={8}>
          <Text size="sm">{hasKeyStore ? t.lost.otherwise : t.lost.withoutKeyStore}</Text>
          <Button size="xs" variant="default" onClick={generateAndSave}>
            {t.lost.save}
          </Button>
        </Group>
      ) : (
        t.missing
      )}
    </SmallWarning>
  );
}

export const KeyReplaces = () => <SmallWarning>{t.replaces}</SmallWarning>;
