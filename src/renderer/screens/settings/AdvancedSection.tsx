// What most sellers never need: parallel requests, the undocumented update, the data folder, logs, diagnostics, and About.
import { Code, Group, Select, Switch, Text, VisuallyHidden } from '@mantine/core';
import { IconClipboardText, IconFileText, IconFolderOpen } from '@tabler/icons-react';
import type { StoreView } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify, report } from '../../kit/notify.tsx';
import { useFrame } from '../../state/frame.ts';
import { useOptimisticValue } from '../../state/optimistic.ts';
import { Section, Tool } from './Section.tsx';

const t = texts.settings;

const SENDS = Array.from({ length: 10 }, (_, index) => String(index + 1));

export function AdvancedSection({ store }: { readonly store: StoreView | null }) {
  const { settings, dataFolder } = useFrame();
  const [sends, chooseSends] = useOptimisticValue(String(settings.parallelSends), (choice) =>
    report(call('settings.update', { parallelSends: Number(choice) })),
  );
  const copyDiagnostics = async () => {
    if (await report(call('support.copyDiagnostics', undefined))) notify('success', t.diagnostics.copied);
  };
  return (
    <Section id="advanced" title={t.advanced}>
      <Select
        label={t.sending.parallel}
        description={t.sending.parallelAbout}
        role="combobox"
        styles={{ wrapper: { maxWidth: 240 } }}
        data={SENDS}
        allowDeselect={false}
        value={sends}
        onChange={(choice) => choice !== null && chooseSends(choice)}
      />
      {store && <UndocumentedUpdate key={store.id} store={store} />}
      <Code block style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
        {dataFolder}
      </Code>
      <Group gap={8}>
        <Tool Icon={IconFolderOpen} onClick={() => void report(call('folders.openData', undefined))}>
          {t.data.openFolder}
        </Tool>
        <Tool Icon={IconFileText} onClick={() => void report(call('support.openLogs', undefined))}>
          {t.data.openLogs}
        </Tool>
        <Tool Icon={IconClipboardText} onClick={() => void copyDiagnostics()}>
          {t.data.copyDiagnostics}
        </Tool>
      </Group>
    </Section>
  );
}

function UndocumentedUpdate({ store }: { readonly store: StoreView }) {
  const [on, choose] = useOptimisticValue(store.undocumentedProductUpdate, (undocumentedProductUpdate) =>
    report(call('stores.update', { storeId: store.id, undocumentedProductUpdate })),
  );
  return (
    <Switch
      label={
        <>
          {t.store.defaultPrices}
          <VisuallyHidden> ({t.store.undocumentedUpdate})</VisuallyHidden>
        </>
      }
      description={t.store.undocumentedUpdateAbout}
      checked={on}
      onChange={(event) => choose(event.currentTarget.checked)}
    />
  );
}

export function AboutSection() {
  const { version, keepsSignIn } = useFrame();
  return (
    <Section id="about" title={t.app.title}>
      <Text size="sm">{t.app.nameAndVersion({ version })}</Text>
      <Text size="sm" c="dimmed">
        {keepsSignIn ? t.app.signInsKept : t.app.signInsNotKept}
      </Text>
    </Section>
  );
}
