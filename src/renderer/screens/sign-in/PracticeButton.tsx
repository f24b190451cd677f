import { IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';
import { WorkButton } from '../../components/WorkButton.tsx';

export function PracticeButton({ onOpened, primary }: { onOpened?(): void; readonly primary?: boolean }) {
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    const answer = await call('session.openPracticeStore', undefined);
    setBusy(false);
    if (answer.ok) onOpened?.();
    else toast('error', `${texts.signIn.practice.notOpened} ${answer.problem.message}`);
  };
  return (
    <WorkButton
      variant={primary ? 'filled' : 'default'}
      leftSection={<IconFlask size={16} aria-hidden />}
      busy={busy}
      onClick={() => void open()}
    >
      {texts.signIn.practice.open}
    </WorkButton>
  );
}
