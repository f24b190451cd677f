// The label that "Print label" prints: only on paper, without the rest of the window.
import { createPortal } from 'react-dom';
import type { Output } from '../../../shared/contract.ts';
import { PriceText } from '../../components/Money.tsx';
import styles from './share.module.css';
import type { SharedLink } from './shared-link.ts';

/** A phone reads 0.4 mm modules from about 10 cm away. */
const MODULE_MM = 0.4;
const LEAST_MM = 40;

export function QrLabel({ code, link }: { readonly code: Output<'qr.get'>; readonly link: SharedLink }) {
  const width = `${Math.max(LEAST_MM, code.size * MODULE_MM)}mm`;
  return createPortal(
    <div className={styles.label} data-print-alone="" style={{ width }}>
      <svg viewBox={`0 0 ${code.size} ${code.size}`} aria-hidden>
        <path d={code.path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <p className={styles.labelTitle}>{link.title}</p>
      {link.prices.length > 0 && <PriceText prices={link.prices} />}
    </div>,
    document.body,
  );
}
