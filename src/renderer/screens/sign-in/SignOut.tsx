// Signing out: what stays on this computer, and what would be lost with it.
import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { StoreView } from '../../../shared/session.ts';
import { call } from '../../bridge.ts';
import { ask } from '../../components/confirm.tsx';
import { go } from '../../state/route.ts';

/** Opens the dialog "Sign out". */
export function askToSignOut(store: StoreView): void {
  const choice = { forget: false };
  ask({
    title: 'Sign out',
    confirm: 'Sign out',
    failed: 'You were not signed out',
    body: <Choice store={store} onChange={(forget) => Object.assign(choice, { forget })} />,
    act: async () => {
      const left = await call('session.signOut', { storeId: store.id, forget: choice.forget });
      if (left.ok && choice.forget) go('#/products');
      return left;
    },
  });
}

function Choice({ store, onChange }: { readonly store: StoreView; onChange(forget: boolean): void }) {
  const [forget, setForget] = useState(false);
  const unsent = store.waiting + store.attention;
  return (
    <Stack gap={16}>
      <Text size="sm">
        The sign-in to {store.name} is removed from this computer. Its products, links and waiting changes stay, and you
        can go on working with them; {unsentText(unsent)}
      </Text>
      <Checkbox
        label="Also remove this store's catalogue and waiting changes from this computer"
        checked={forget}
        onChange={(event) => {
          setForget(event.currentTarget.checked);
          onChange(event.currentTarget.checked);
        }}
      />
      {forget && (
        <Alert color="red" title="This cannot be taken back" role="alert">
          The service cannot list what you made, so this catalogue is the only record on this computer.
          {unsent > 0 && ` ${unsent === 1 ? '1 change' : `${unsent} changes`} will never be sent.`}
        </Alert>
      )}
    </Stack>
  );
}

function unsentText(unsent: number): string {
  if (unsent === 0) return 'every change is on the service.';
  return `${unsent === 1 ? '1 change is' : `${unsent} changes are`} not sent yet and will wait for your next sign-in.`;
}
