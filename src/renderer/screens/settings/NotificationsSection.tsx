// Which desktop notifications the app shows.
import { Switch } from '@mantine/core';
import { texts as later } from '../../../shared/texts/later.ts';
import { useAtOnce } from '../../state/at-once.ts';
import { useFrame } from '../../state/frame.ts';
import { saveAtOnce } from './AppSections.tsx';
import { Section } from './Section.tsx';

const words = later.settings.notifications;

export function NotificationsSection() {
  const { settings } = useFrame();
  const [isOn, setOn] = useAtOnce(settings.saleNotifications, (saleNotifications) =>
    saveAtOnce({ saleNotifications }, saleNotifications ? words.salesOn : words.salesOff),
  );
  return (
    <Section title={words.title} about={words.about}>
      <Switch
        label={words.sales}
        description={words.salesAbout}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
    </Section>
  );
}
