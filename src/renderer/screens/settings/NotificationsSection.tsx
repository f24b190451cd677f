// Which desktop notifications the app shows.

import { Switch } from '@mantine/core';
import { texts } from '../../../shared/texts/window.ts';
import { useAtOnce } from '../../state/at-once.ts';
import { useFrame } from '../../state/frame.ts';
import { saveAtOnce } from './AppSections.tsx';
import { Section } from './Section.tsx';

const t = texts.settings.notifications;

export function NotificationsSection() {
  const { settings } = useFrame();
  const [isOn, setOn] = useAtOnce(settings.saleNotifications, (saleNotifications) =>
    saveAtOnce({ saleNotifications }, saleNotifications ? t.salesOn : t.salesOff),
  );
  return (
    <Section title={t.title} about={t.about}>
      <Switch
        label={t.sales}
        description={t.salesAbout}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Section>
  );
}
