// The settings of the app itself: how many requests at once, its look, and what it is.
import { Input, SegmentedControl, Select, Text } from '@mantine/core';
import type { Settings } from '../../../shared/settings.ts';
import { toast } from '../../components/toast.tsx';
import { useAtOnce } from '../../state/at-once.ts';
import { useFrame } from '../../state/frame.ts';
import { Section } from './Section.tsx';
import { saveSettings } from './saveSettings.ts';
import styles from './settings.module.css';

const SENDS = Array.from({ length: 10 }, (_, index) => String(index + 1));

const APPEARANCES: readonly { readonly value: Settings['appearance']; readonly label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

const PLATFORMS: Readonly<Record<string, string>> = { darwin: 'macOS', win32: 'Windows', linux: 'Linux' };

/** Tells whether it was saved, to the caller and with a toast. */
export async function saveAtOnce(part: Partial<Settings>, words: string): Promise<boolean> {
  const problem = await saveSettings(part);
  if (problem) toast('error', problem.message);
  else toast('success', words);
  return problem === null;
}

export function SendingSection() {
  const [sends, choose] = useAtOnce(String(useFrame().settings.parallelSends), (choice) =>
    saveAtOnce({ parallelSends: Number(choice) }, `Parallel sends: ${choice}`),
  );
  return (
    <Section title="Sending" about="Independent changes are sent side by side; what depends on another waits for it.">
      <Select
        label="Parallel sends"
        description="How many requests may be under way at once for each store"
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
  const [shown, choose] = useAtOnce(useFrame().settings.appearance, (appearance) =>
    saveAtOnce({ appearance }, `Appearance: ${APPEARANCES.find(({ value }) => value === appearance)?.label}`),
  );
  return (
    <Section title="Look" about="“System” follows your computer, also when it changes at night.">
      <Input.Wrapper label="Appearance" labelElement="div" labelProps={{ id: 'appearance' }}>
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

export function AboutSection() {
  const { version, platform, keepsSignIn } = useFrame();
  return (
    <Section title="About">
      <dl className={styles.facts}>
        <dt>Version</dt>
        <dd>Storefront Desk {version}</dd>
        <dt>Runs on</dt>
        <dd>{PLATFORMS[platform] ?? platform}</dd>
        <dt>Sign-ins</dt>
        <dd>
          {keepsSignIn
            ? 'Kept encrypted in this computer’s key store, so you stay signed in.'
            : 'This computer offers no key store: sign-ins are kept in memory only, and you sign in again after each start.'}
        </dd>
      </dl>
      <Text size="sm" c="dimmed" mt={8}>
        Your password is never stored.
      </Text>
    </Section>
  );
}
