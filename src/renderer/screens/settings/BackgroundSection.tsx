// What the app does without its window: whether it goes on, and its icon in the tray.
import { Stack, Switch } from '@mantine/core';
import { useAtOnce } from '../../state/at-once.ts';
import { useFrame } from '../../state/frame.ts';
import { saveAtOnce } from './AppSections.tsx';
import { Section } from './Section.tsx';

export function BackgroundSection() {
  const { settings, platform } = useFrame();
  const isMac = platform === 'darwin';
  const place = isMac ? 'menu bar' : 'tray';
  const [keeps, setKeeps] = useAtOnce(settings.keepSending, (keepSending) =>
    saveAtOnce(
      { keepSending },
      keepSending ? 'Closing the window keeps the app running' : 'Closing the window ends the app',
    ),
  );
  const [tray, setTray] = useAtOnce(settings.tray, (on) =>
    saveAtOnce({ tray: on }, on ? `The icon is in the ${place}` : `No icon in the ${place}`),
  );
  return (
    <Section
      title="Without the window"
      about={
        isMac
          ? 'Closing the window leaves the app running: it goes on sending until you quit it.'
          : 'Closing the window ends the app, unless you ask it to go on.'
      }
    >
      <Stack gap={16}>
        {!isMac && (
          <Switch
            label="Keep sending in the background when the window is closed"
            description={`The webhook inbox goes on too. To bring the window back, start Storefront Desk again${tray ? ' or click its icon in the tray' : ''}; to end the app, choose Quit in the menu.`}
            checked={keeps}
            onChange={(event) => setKeeps(event.currentTarget.checked)}
          />
        )}
        <Switch
          label={`Show an icon in the ${place}`}
          description="With the count of waiting changes, and the way to this window. Some Linux desktops have no tray."
          checked={tray}
          onChange={(event) => setTray(event.currentTarget.checked)}
        />
      </Stack>
    </Section>
  );
}
