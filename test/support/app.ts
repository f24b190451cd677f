// Starts the app for a test: on real Electron if it is installed, otherwise on the Chromium host.
export {
  type OpenedApp as LaunchedApp,
  type OpenOptions as LaunchOptions,
  openApp as launchApp,
} from '../../tools/launch/open-app.ts';
