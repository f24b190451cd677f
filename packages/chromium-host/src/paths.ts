// Electron's folders on this system: the results of `app.getPath`.
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

const NAMES = [
  'home',
  'appData',
  'userData',
  'sessionData',
  'temp',
  'exe',
  'desktop',
  'documents',
  'downloads',
  'music',
  'pictures',
  'videos',
  'logs',
  'crashDumps',
] as const;
export type PathName = (typeof NAMES)[number];
export const isPathName = (name: string): name is PathName => NAMES.includes(name as PathName);

export function systemPath(name: PathName, appName: string, userData: string | undefined): string {
  const home = homedir();
  const data = userData ?? join(appData(home), appName);
  switch (name) {
    case 'home':
      return home;
    case 'appData':
      return appData(home);
    case 'userData':
    case 'sessionData':
      return data;
    case 'logs':
      return process.platform === 'darwin' && !userData ? join(home, 'Library/Logs', appName) : join(data, 'logs');
    case 'crashDumps':
      return join(data, 'Crashpad');
    case 'temp':
      return tmpdir();
    case 'exe':
      return process.execPath;
    default:
      return join(home, name[0]?.toUpperCase() + name.slice(1));
  }
}

function appData(home: string): string {
  if (process.platform === 'darwin') return join(home, 'Library/Application Support');
  if (process.platform === 'win32') return process.env.APPDATA ?? join(home, 'AppData/Roaming');
  return process.env.XDG_CONFIG_HOME || join(home, '.config');
}
