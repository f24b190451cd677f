// Opens "QR code" from anywhere in the window: a checkout address to show, save, copy and print.
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../state/dialogs.ts';
import { QrCode } from './QrCode.tsx';
import type { SharedLink } from './shared-link.ts';

export function openQrCode(link: SharedLink): void {
  openDialog(texts.share.qrCode.title, 680, () => <QrCode link={link} />);
}
