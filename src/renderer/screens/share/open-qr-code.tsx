// Opens "QR code" from anywhere in the window: a checkout address to show, save, copy and print.
import { texts } from '../../../shared/texts/window.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { openDialog } from '../../state/dialogs.ts';
import type { SharedLink } from './shared-link.ts';

const QrCode = lazyPart(async () => (await import('./QrCode.tsx')).QrCode);

export function openQrCode(link: SharedLink): void {
  openDialog(texts.share.qrCode.title, 680, () => <QrCode link={link} />);
}
