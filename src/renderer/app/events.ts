// Events of the main process, and what the window reports to it: copies by the page, and the return of the network.
import { useEffect } from 'react';
import { cutInMiddle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/window.ts';
import { call, listen } from '../bridge.ts';
import { notify, report } from '../kit/notify.tsx';
import { isSignInShown } from '../screens/sign-in/put-off.ts';
import { isOnScreen } from '../state/route.ts';
import { isBehindDialog } from '../state/shortcuts.ts';
import { goInStore } from './switch-store.ts';

const t = texts.app.toasts;

/** Opens a screen for the menu, a key or a notification, and moves the focus into it. */
function takeTo(to: string, storeId: string | null): void {
  const isHere = isOnScreen(to);
  // Without focus elsewhere, the new screen focuses its heading or its list. Fields save on blur.
  if (!isBehindDialog() && document.activeElement instanceof HTMLElement) document.activeElement.blur();
  goInStore(to, storeId);
  if (isHere && !isBehindDialog()) document.querySelector<HTMLElement>('main h1[tabindex]')?.focus();
}

/** Handles toasts, news, requests for a screen, copies by the page, and the return of the network. */
export function useMainProcessEvents(): void {
  useEffect(() => {
    const copiedByPage = () => void call('clipboard.pass', undefined);
    const networkReturned = () => void call('sync.networkReturned', undefined);
    document.addEventListener('copy', copiedByPage);
    document.addEventListener('cut', copiedByPage);
    window.addEventListener('online', networkReturned);
    const ends = [
      listen('toast', ({ kind, message, to, storeId, signedOutOf }) => {
        if (signedOutOf !== undefined && isSignInShown(signedOutOf)) return;
        if (to === null) return notify(kind, message);
        // The screen itself shows the change.
        if (storeId === undefined && isOnScreen(to)) return;
        notify(kind, message, { action: { label: texts.common.review, run: () => goInStore(to, storeId ?? null) } });
      }),
      listen('linkReady', ({ productTitle, facts, url, copied }) => {
        const link = `${cutInMiddle(productTitle)}, ${facts}`;
        if (copied) return notify('success', t.linkOfCopied({ link }));
        const copy = async () => {
          if (await report(call('clipboard.copy', { text: url }))) notify('success', texts.links.copied);
        };
        notify('success', t.linkReady({ link }), { action: { label: texts.common.copy, run: () => void copy() } });
      }),
      listen('sold', ({ storeId, title, message, to }) => {
        const sales = message.includes('\n') ? `\n${message}` : message;
        notify('success', t.sold({ title, sales }), { action: { label: t.show, run: () => goInStore(to, storeId) } });
      }),
      listen('navigate', ({ to, storeId }) => takeTo(to, storeId)),
    ];
    return () => {
      for (const end of ends) end();
      document.removeEventListener('copy', copiedByPage);
      document.removeEventListener('cut', copiedByPage);
      window.removeEventListener('online', networkReturned);
    };
  }, []);
}
