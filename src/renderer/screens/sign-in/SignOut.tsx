// Signing out: what stays on this computer, and what would be lost.
import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { StoreView } from '../../../shared/session.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { ask } from '../../state/dialogs.ts';
import { go } from '../../state/route.ts';

const t = texts.signIn.signOut;

export function askToSignOut(store: StoreView): void {
  const choice = { forget: false };
  ask({
    title: t.title,
    confirm: t.title,
    failed: t.failed,
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
  const name = cutInMiddle(store.name);
  return (
    <Stack gap={16}>
      {!forget && (
        <Text size="sm">
          {t.whatStays({ store: name, waiting: store.waiting, attention: store.attention, total: unsent })}
        </Text>
      )}
      <Checkbox
        label={t.forget}
        checked={forget}
        onChange={(event) => {
          setForget(event.currentTarget.checked);
          onChange(event.currentTarget.checked);
        }}
      />
      {forget && (
        <Alert color="red" title={t.noWayBack} role="alert">
          {t.onlyRecord({ store: name })}
          {unsent > 0 && ` ${t.neverSent({ unsent })}`}
        </Alert>
      )}
    </Stack>
  );
}
