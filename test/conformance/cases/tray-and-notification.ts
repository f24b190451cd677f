// Tray and Notification.
import assert from 'node:assert/strict';
import type { NativeImage } from 'electron';
import type { ElectronModule, ProcessCases, SharedCases } from '../conformance-case.ts';

const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=';

/** An icon that is destroyed after `use`. */
function withTray({ Tray, nativeImage }: ElectronModule, use: (tray: Electron.Tray) => void): void {
  const tray = new Tray(nativeImage.createFromDataURL(DOT));
  try {
    use(tray);
  } finally {
    tray.destroy();
  }
}

export const shared: SharedCases = {
  'Tray accepts an empty picture, and rejects a path without a picture'(electron) {
    const { Tray, nativeImage } = electron;
    new Tray(nativeImage.createEmpty()).destroy();
    assert.throws(() => new Tray('/there/is/no/such.png'), /Failed to load image from path/);
    withTray(electron, (tray) => {
      assert.throws(() => tray.setImage('/there/is/no/such.png'), /Failed to load image from path/);
      assert.throws(() => tray.setImage(42 as unknown as NativeImage));
    });
  },
  'Tray.setContextMenu takes a menu or null'(electron) {
    withTray(electron, (tray) => {
      tray.setContextMenu(electron.Menu.buildFromTemplate([{ label: 'Show' }]));
      tray.setContextMenu(null);
      assert.throws(() => tray.setContextMenu({} as Electron.Menu), TypeError);
    });
  },
  async 'Notification.show reports on Linux whether it was shown or failed'({ Notification }, { until }) {
    const notification = new Notification({ title: 'Title', body: 'Body', silent: true });
    const said: string[] = [];
    notification.on('show', (event) => said.push(`show ${typeof event}`));
    notification.on('failed', (_event, error) => said.push(`failed ${typeof error}`));
    // Elsewhere the system may ask the person first; without libnotify nothing is emitted.
    if (process.platform !== 'linux' || !Notification.isSupported()) return;
    notification.show();
    await until(() => said.length > 0);
    assert.match(said[0] ?? '', /^(show object|failed string)$/);
    notification.close();
  },
};

export const alone: ProcessCases = {
  'Tray and Notification cannot be created before the app is ready': {
    main({ app, nativeImage, Notification, Tray }, say) {
      const tries = {
        tray: () => new Tray(nativeImage.createFromDataURL(DOT)),
        notification: () => new Notification({ title: 'Early' }),
      };
      for (const [name, create] of Object.entries(tries)) {
        try {
          create();
          say(`${name} created`);
        } catch (error) {
          say((error as Error).message);
        }
      }
      void app.whenReady().then(() => app.exit(0));
    },
    says: ['Cannot create Tray before app is ready', 'Cannot create Notification before app is ready'],
  },
};
