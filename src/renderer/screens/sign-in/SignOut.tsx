// Signing out: what stays on this computer, and what would be lost.
import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core';
import type { StoreView } from '../../../shared/session.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { ask } from '../../kit/dialogs.tsx';
import { go } from '../../state/route.ts';
import { openExportBackup } from '../backup/ExportBackup.tsx';

const t = texts.signIn.signOut;

/** Calling it again with `forget` changes the open question. */
export function askToSignOut(store: StoreView, forget = false): void {
  ask({
    title: texts.app.store.signOut,
    confirm: forget ? t.removeAndSignOut : texts.app.store.signOut,
    danger: forget,
    body: <Choice store={store} forget={forget} />,
    act: async () => {
      const result = await call('session.signOut', { storeId: store.id, forget });
      if (result.ok && forget) go('#/products');
      return result;
    },
  });
}

function Choice({ store, forget }: { readonly store: StoreView; readonly forget: boolean }) {
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
        onChange={(event) => askToSignOut(store, event.currentTarget.checked)}
      />
      {forget && (
        <Alert color="red" title={t.noWayBack} role="alert">
          {t.onlyRecord({ store: name })}
          {unsent > 0 && ` ${t.neverSent({ unsent })}`}
          <Button variant="default" mt={12} display="block" onClick={openExportBackup}>
            {shared.backup.export}
          </Button>
        </Alert>
      )}
    </Stack>
  );
}
