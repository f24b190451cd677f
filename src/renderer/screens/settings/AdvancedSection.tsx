// What most sellers never need: sends at once, the undocumented update, the data folder, logs and diagnostics. And About.
import { Button, Code, Group, Select, Switch, Text, VisuallyHidden } from '@mantine/core';
import { IconClipboardText, IconFileText, IconFolderOpen } from '@tabler/icons-react';
import { useId } from 'react';
import type { StoreView } from '../../../shared/session.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify, report } from '../../kit/notify.tsx';
import { useFrame } from '../../state/frame.ts';
import { useOptimisticValue } from '../../state/optimistic.ts';
import { Section } from './Section.tsx';

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
        <Button
          variant="default"
          leftSection={<IconFolderOpen size={16} aria-hidden />}
          onClick={() => void report(call('folders.openData', undefined))}
        >
          {t.data.openFolder}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={() => void report(call('support.openLogs', undefined))}
        >
          {t.data.openLogs}
        </Button>
        <Button
          variant="default"
          leftSection={<IconClipboardText size={16} aria-hidden />}
          onClick={() => void copyDiagnostics()}
        >
          {t.data.copyDiagnostics}
        </Button>
      </Group>
    </Section>
  );
}

function UndocumentedUpdate({ store }: { readonly store: StoreView }) {
  const aboutId = useId();
  const [on, choose] = useOptimisticValue(store.undocumentedProductUpdate, (undocumentedProductUpdate) =>
    report(call('stores.update', { storeId: store.id, undocumentedProductUpdate })),
  );
  return (
    <div>
      <Switch
        label={
          <>
            {t.store.defaultPrices}
            <VisuallyHidden> ({t.store.undocumentedUpdate})</VisuallyHidden>
          </>
        }
        aria-describedby={aboutId}
        checked={on}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      {/* Outside the switch, or it would become part of the accessible name. */}
      <Text size="xs" c="dimmed" id={aboutId} mt={4}>
        {t.store.undocumentedUpdateAbout}
      </Text>
    </div>
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
