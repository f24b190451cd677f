// Whether the app keeps running without its window, and its tray icon.

import { Stack, Switch } from '@mantine/core';
import { texts } from '../../../shared/texts/window.ts';
import { useAtOnce } from '../../state/at-once.ts';
import { useFrame } from '../../state/frame.ts';
import { saveAtOnce } from './AppSections.tsx';
import { Section } from './Section.tsx';

const t = texts.settings.background;

export function BackgroundSection() {
  const { settings, platform } = useFrame();
  const isMac = platform === 'darwin';
  const icon = isMac ? t.menuBar : t.tray;
  const [keeps, setKeeps] = useAtOnce(settings.keepSending, (keepSending) =>
    saveAtOnce({ keepSending }, keepSending ? t.keeps : t.ends),
  );
  const [tray, setTray] = useAtOnce(settings.tray, (on) => saveAtOnce({ tray: on }, on ? icon.shown : icon.hidden));
  return (
    <Section title={t.title} about={isMac ? t.aboutOnMac : t.about}>
      <Stack gap={16}>
        {!isMac && (
          <Switch
            label={t.keep}
            description={t.keepAbout({ hasIcon: tray })}
            checked={keeps}
            onChange={(event) => setKeeps(event.currentTarget.checked)}
          />
        )}
        <Switch
          label={icon.show}
          description={t.iconAbout}
          checked={tray}
          onChange={(event) => setTray(event.currentTarget.checked)}
        />
      </Stack>
    </Section>
  );
}
