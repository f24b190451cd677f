// A section of Settings, and the controls that save each change at once.
import { Button, type ButtonProps, Switch, Text, TextInput, type TextInputProps, Title } from '@mantine/core';
import type { Icon as TablerIcon } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Settings } from '../../../shared/settings.ts';
import { call, type Problem } from '../../bridge.ts';
import { report } from '../../kit/notify.tsx';
import { useFrame } from '../../state/frame.ts';
import { useUnsaved } from '../../state/leave.ts';
import { useOptimisticValue } from '../../state/optimistic.ts';
import styles from './settings.module.css';

export type SectionId =
  | 'general'
  | 'store'
  | 'currencies'
  | 'messages'
  | 'backup'
  | 'team'
  | 'practice'
  | 'advanced'
  | 'about';

export const sectionTitleId = (id: SectionId): string => `settings-${id}`;

interface SectionProps {
  readonly id: SectionId;
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ id, title, about, children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby={sectionTitleId(id)} data-section>
      <Title order={2} id={sectionTitleId(id)}>
        {title}
      </Title>
      {about && (
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      )}
      {children}
    </section>
  );
}

interface ToolProps extends ButtonProps {
  readonly Icon: TablerIcon;
  onClick(): void;
}

export const Tool = ({ Icon, ...others }: ToolProps) => (
  <Button variant="default" leftSection={<Icon size={16} aria-hidden />} {...others} />
);

/** The value of a setting, and the function that saves another one. */
export function useSetting<K extends 'appearance' | 'language' | 'keepSending' | 'tray' | 'saleNotifications'>(
  name: K,
) {
  const saved: Settings[K] = useFrame().settings[name];
  return useOptimisticValue(saved, (value) => report(call('settings.update', { [name]: value })));
}

interface SettingSwitchProps {
  readonly name: 'keepSending' | 'tray' | 'saleNotifications';
  readonly label: string;
  readonly description?: string;
}

export function SettingSwitch({ name, label, description }: SettingSwitchProps) {
  const [isOn, setOn] = useSetting(name);
  return (
    <Switch
      label={label}
      description={description}
      checked={isOn}
      onChange={(event) => setOn(event.currentTarget.checked)}
    />
  );
}

/**
 * The text of a field that saves on blur or Enter. A text that cannot be saved stays in the field with the reason, and leaving
 * the screen asks about it.
 */
export function useSavedText(saved: string, save: (text: string) => Promise<Problem | null>) {
  const [typed, setTyped] = useState(saved);
  /** The text that is saved, or being saved. */
  const [latest, setLatest] = useState(saved);
  const [error, setError] = useState<string | null>(null);
  const saving = useRef(0);
  useUnsaved(typed !== latest);
  // The text was changed elsewhere. While this field saves, `saved` may still be an older text, so it is ignored.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the saved text changes
  useEffect(() => {
    if (saving.current > 0) return;
    setLatest(saved);
    setTyped((text) => (text === latest ? saved : text));
  }, [saved]);
  const keep = async (text: string) => {
    if (text === latest) return;
    setLatest(text);
    saving.current += 1;
    const problem = await save(text);
    saving.current -= 1;
    if (!problem) return;
    setError(Object.values(problem.fields ?? {})[0] ?? problem.message);
    setLatest((newest) => (newest === text ? latest : newest));
  };
  const type = (text: string) => {
    setTyped(text);
    setError(null);
  };
  return { typed, type, keep, error };
}

interface SavedTextProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly saved: string;
  readonly save: (text: string) => Promise<Problem | null>;
}

export function SavedText({ saved, save, ...others }: SavedTextProps) {
  const { typed, type, keep, error } = useSavedText(saved, save);
  return (
    <TextInput
      {...others}
      value={typed}
      error={error}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={() => void keep(typed)}
      onKeyDown={(event: KeyboardEvent) => event.key === 'Enter' && void keep(typed)}
    />
  );
}
