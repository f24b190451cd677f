// "Open the practice store".
import { IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { report } from '../../kit/notify.tsx';
import { WorkButton } from '../../kit/parts.tsx';
import { useAskAgain, usePractice } from '../../state/live.ts';

const t = texts.signIn.practice;

export function PracticeButton({ onOpened, primary }: { onOpened?(): void; readonly primary?: boolean }) {
  const view = usePractice();
  const askAgain = useAskAgain('practice.get');
  const [busy, setBusy] = useState(false);
  /** A practice store set to answer 401 would sign the seller out again at once. */
  const accept = async () => {
    if (view?.troubles.answer !== 401) return;
    await call('practice.setTroubles', { answer: null });
    await askAgain();
  };
  const open = async () => {
    setBusy(true);
    await accept();
    const isOpen = await report(call('session.openPracticeStore', undefined));
    setBusy(false);
    if (isOpen) onOpened?.();
  };
  return (
    <WorkButton
      variant={primary ? 'filled' : 'default'}
      leftSection={<IconFlask size={16} aria-hidden />}
      busy={busy}
      onClick={() => void open()}
    >
      {t.open}
    </WorkButton>
  );
}
