// The service's answer to a rejected change, above the form that corrects it.
import { Alert } from '@mantine/core';
import { IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { indentIfJson } from '../../shared/indent-json.ts';
import { texts } from '../../shared/texts/window.ts';
import { useLive } from '../state/live.ts';
import { CodeBlock } from './CodeBlock.tsx';
import styles from './ServiceAnswer.module.css';

export function ServiceAnswer({ actionId }: { readonly actionId: string }) {
  const { data } = useLive('sync.get', { id: actionId }, ['actions']);
  const [isOpen, setOpen] = useState(false);
  if (!data) return null;
  return (
    <Alert color="red" icon={<IconCircleX aria-hidden />} role="note">
      {data.explanation}
      {data.answer && (
        <details className={styles.answer} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{texts.sync.change.answer}</summary>
          {isOpen && <CodeBlock text={indentIfJson(data.answer)} />}
        </details>
      )}
    </Alert>
  );
}
