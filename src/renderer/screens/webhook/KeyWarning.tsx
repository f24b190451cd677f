// The notices at the key: sales cannot be verified without it, and what a new one replaces.
import { Button, Group, Text } from '@mantine/core';
import { texts as later } from '../../../shared/texts/later.ts';
import type { WebhookView } from '../../../shared/webhook.ts';
import { SmallWarning } from '../../components/SmallWarning.tsx';
import { useFrame } from '../../state/frame.ts';

const words = later.webhook.key;

type SavedKey = NonNullable<WebhookView['current']>['key'];

/** Without a key store keys are kept in memory only, and backups leave them out. */
export const isKeyLost = (saved: SavedKey): boolean =>
  saved === 'on-service' || saved === 'gone' || saved === 'gone-in-doubt';

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
          <Text size="sm">{hasKeyStore ? words.lost.otherwise : words.lost.withoutKeyStore}</Text>
          <Button size="xs" variant="default" onClick={generateAndSave}>
            {words.lost.save}
          </Button>
        </Group>
      ) : (
        words.missing
      )}
    </SmallWarning>
  );
}

export const KeyReplaces = () => <SmallWarning>{words.replaces}</SmallWarning>;
