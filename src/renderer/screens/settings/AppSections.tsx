// Settings of the app: parallel requests, theme, language, notifications, background, and About.
import { Input, SegmentedControl, Select, Stack, Switch } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { Settings, SettingsChange } from '../../../shared/settings.ts';
import { LANGUAGES, languages } from '../../../shared/texts/languages.ts';
import { texts } from '../../../shared/texts/window.ts';
import { notify } from '../../components/notify.tsx';
import { useAtOnce } from '../../state/at-once.ts';
import { useFrame } from '../../state/frame.ts';
import { Section } from './Section.tsx';
import { saveSettings } from './saveSettings.ts';
import styles from './settings.module.css';

const SENDS = Array.from({ length: 10 }, (_, index) => String(index + 1));

const { appearances } = texts.settings.look;
const APPEARANCES: readonly { readonly value: Settings['appearance']; readonly label: string }[] = [
  { value: 'system', label: appearances.system },
  { value: 'light', label: appearances.light },
  { value: 'dark', label: appearances.dark },
];

/** Saves, and returns whether it worked. The control shows the result. */
async function saveAtOnce(change: SettingsChange): Promise<boolean> {
  const problem = await saveSettings(change);
  if (problem) notify('error', problem.message);
  return problem === null;
}

export function SendingSection() {
  const t = texts.settings.sending;
  const [sends, choose] = useAtOnce(String(useFrame().settings.parallelSends), (choice) =>
    saveAtOnce({ parallelSends: Number(choice) }),
  );
  return (
    <Section title={t.title}>
      <Select
        label={t.parallel}
        description={t.parallelAbout}
        role="combobox"
        w={240}
        data={SENDS}
        allowDeselect={false}
        value={sends}
        onChange={(choice) => choice !== null && choose(choice)}
      />
    </Section>
  );
}

export function AppearanceSection() {
  const t = texts.settings.look;
  const [shown, choose] = useAtOnce(useFrame().settings.appearance, (appearance) => saveAtOnce({ appearance }));
  return (
    <Section title={t.title}>
      <Input.Wrapper label={t.appearance} labelElement="div" labelProps={{ id: 'appearance' }}>
        <div>
          <SegmentedControl
            aria-labelledby="appearance"
            classNames={{ input: styles.radio ?? '' }}
            transitionDuration={120}
            data={[...APPEARANCES]}
            value={shown}
            onChange={(choice) => choose(choice as Settings['appearance'])}
          />
        </div>
      </Input.Wrapper>
    </Section>
  );
}

const LANGUAGE_CHOICES = [
  { value: 'system', label: texts.settings.language.asSystem },
  ...languages.map((language) => ({ value: language, label: LANGUAGES[language] })),
];

/** Noted while the page is loaded again in the chosen language, so that the focus stays at the field. */
const IS_CHOOSING = 'choosing-language';

export function LanguageSection() {
  const t = texts.settings.language;
  const [shown, choose] = useAtOnce(useFrame().settings.language, (language) => {
    sessionStorage.setItem(IS_CHOOSING, '');
    return saveAtOnce({ language });
  });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (sessionStorage.getItem(IS_CHOOSING) === null) return;
    sessionStorage.removeItem(IS_CHOOSING);
    field.current?.focus({ preventScroll: true });
    field.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <Section title={t.title}>
      <Select
        ref={field}
        label={t.label}
        role="combobox"
        w={240}
        data={LANGUAGE_CHOICES}
        allowDeselect={false}
        value={shown}
        onChange={(choice) => choice !== null && choose(choice as Settings['language'])}
      />
    </Section>
  );
}

export function AboutSection() {
  const t = texts.settings.app;
  const { version, keepsSignIn } = useFrame();
  return (
    <Section title={t.title}>
      <dl className={styles.facts}>
        <dt>{t.version}</dt>
        <dd>{t.nameAndVersion({ version })}</dd>
        <dt>{t.signIns}</dt>
        <dd>{keepsSignIn ? t.signInsKept : t.signInsNotKept}</dd>
      </dl>
    </Section>
  );
}

const t = texts.settings.notifications;

/** Which desktop notifications the app shows. */
export function NotificationsSection() {
  const { settings } = useFrame();
  const [isOn, setOn] = useAtOnce(settings.saleNotifications, (saleNotifications) => saveAtOnce({ saleNotifications }));
  return (
    <Section title={t.title}>
      <Switch
        label={t.sales}
        description={t.salesAbout}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Section>
  );
}

/** Whether the app keeps running without its window, and its tray icon. */
export function BackgroundSection() {
  const { settings, platform } = useFrame();
  const isMac = platform === 'darwin';
  const icon = isMac ? texts.settings.background.menuBar : texts.settings.background.tray;
  const [keeps, setKeeps] = useAtOnce(settings.keepSending, (keepSending) => saveAtOnce({ keepSending }));
  const [tray, setTray] = useAtOnce(settings.tray, (on) => saveAtOnce({ tray: on }));
  return (
    <Section title={texts.settings.background.title}>
      <Stack gap={16}>
        {!isMac && (
          <Switch
            label={texts.settings.background.keep}
            description={texts.settings.background.keepAbout({ hasIcon: tray })}
            checked={keeps}
            onChange={(event) => setKeeps(event.currentTarget.checked)}
          />
        )}
        <Switch label={icon.show} checked={tray} onChange={(event) => setTray(event.currentTarget.checked)} />
      </Stack>
    </Section>
  );
}
