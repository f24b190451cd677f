// Asks a locked key store again for the sign-in of the current store.
import { useState } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';
import { WorkButton } from '../../components/WorkButton.tsx';

const t = texts.signIn.panel;

export function UnlockButton({ storeId }: { readonly storeId: string }) {
  const [busy, setBusy] = useState(false);
  const tryAgain = async () => {
    setBusy(true);
    const asked = await call('sync.now', undefined);
    const frame = asked.ok ? await call('frame.get', undefined) : asked;
    setBusy(false);
    if (!frame.ok) toast('error', frame.problem.message);
    else if (frame.value.stores.some(({ id, signInLocked }) => id === storeId && signInLocked)) {
      toast('error', t.stillLocked);
    }
  };
  return (
    <WorkButton variant="default" busy={busy} onClick={() => void tryAgain()}>
      {t.tryAgain}
    </WorkButton>
  );
}
