// Pictures of the running app: the tray icon, and the numbers for the taskbar icon. tools/package/pictures.ts
// draws them; the build puts them into the bundle.
import { type NativeImage, nativeImage } from 'electron';

const FILES = import.meta.glob<string>('./pictures/*.png', { eager: true, query: '?inline', import: 'default' });

/** Includes the picture for high-density screens. */
function picture(name: string): NativeImage {
  const [once, twice] = [FILES[`./pictures/${name}.png`], FILES[`./pictures/${name}@2x.png`]];
  if (once === undefined || twice === undefined) throw new Error(`There is no picture ${name}`);
  const image = nativeImage.createFromDataURL(once);
  image.addRepresentation({ scaleFactor: 2, dataURL: twice });
  return image;
}

/** On macOS a template image, which the system colours. */
export function trayPicture(platform: NodeJS.Platform): NativeImage {
  const known = platform === 'darwin' || platform === 'win32' ? platform : 'linux';
  const image = picture(`tray-${known}`);
  if (known === 'darwin') image.setTemplateImage(true);
  return image;
}

/** The number on the icon in the taskbar, from 1. */
export const overlayPicture = (count: number): NativeImage => picture(`overlay-${count > 9 ? 'more' : count}`);
