// Language, appearance, notifications, and whether the app keeps running without its window.
import { Input, SegmentedControl, Select } from '@mantine/core';
import type { Settings } from '../../../shared/settings.ts';
import { LANGUAGES, languages } from '../../../shared/texts/languages.ts';
import { texts } from '../../../shared/texts/window.ts';
import { useFrame } from '../../state/frame.ts';
import { Section, SettingSwitch, useSetting } from './Section.tsx';

const t = texts.settings;

const APPEARANCES = (['system', 'light', 'dark'] as const).map((value) => ({
  value,
  label: t.look.appearances[value],
}));

const LANGUAGE_CHOICES = [
  { value: 'system', label: t.language.asSystem },
  ...languages.map((language) => ({ value: language, label: LANGUAGES[language] })),
];

export function GeneralSection() {
  const { settings, platform } = useFrame();
  const [language, chooseLanguage] = useSetting('language');
  const [appearance, chooseAppearance] = useSetting('appearance');
  const isMac = platform === 'darwin';
  return (
    <Section id="general" title={t.general}>
      <Select
        label={t.language.label}
        role="combobox"
        w={240}
        data={LANGUAGE_CHOICES}
        allowDeselect={false}
        value={language}
        onChange={(choice) => choice !== null && chooseLanguage(choice as Settings['language'])}
      />
      <Input.Wrapper label={t.look.appearance} labelElement="div" labelProps={{ id: 'appearance' }}>
        <div>
          <SegmentedControl
            aria-labelledby="appearance"
            transitionDuration={120}
            data={APPEARANCES}
            value={appearance}
            onChange={(choice) => chooseAppearance(choice as Settings['appearance'])}
          />
        </div>
      </Input.Wrapper>
      <SettingSwitch name="saleNotifications" label={t.notifications.sales} />
      {!isMac && (
        <SettingSwitch
          name="keepSending"
          label={t.background.keep}
          description={t.background.keepAbout({ hasIcon: settings.tray })}
        />
      )}
      <SettingSwitch name="tray" label={isMac ? t.background.menuBar.show : t.background.tray.show} />
    </Section>
  );
}
