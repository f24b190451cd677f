// Starts the app for a test: on real Electron where it is installed, else on the Chromium host.
export {
  type OpenedApp as LaunchedApp,
  type OpenOptions as LaunchOptions,
  openApp as launchApp,
} from '../../tools/launch/open-app.ts';
