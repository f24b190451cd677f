// Starts the app for a test: on real Electron where it is installed, else on the Chromium host.
export { openApp as launchApp } from '../../tools/launch/open-app.ts';
export type { OpenedApp as LaunchedApp, OpenOptions as LaunchOptions } from '../../tools/launch/opened-app.ts';
