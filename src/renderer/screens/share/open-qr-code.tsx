// Opens "QR code", from anywhere in the window: a checkout address to show, save, copy and print.
import { openDialog } from '../../components/dialog.tsx';
import { QrCode } from './QrCode.tsx';
import type { SharedLink } from './shared-link.ts';

export function openQrCode(link: SharedLink): void {
  openDialog('QR code', 680, () => <QrCode link={link} />);
}
