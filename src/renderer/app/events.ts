// What the main process tells without being asked, and what the window tells it of the network.
import { useEffect } from 'react';
import { call, listen } from '../bridge.ts';
import { closeOutdatedToasts, toast } from '../components/toast.tsx';
import { useFrameState } from '../state/frame.ts';
import { go } from '../state/route.ts';

/** Toasts, requests for a screen, and the network's return. */
export function useMainProcessEvents(): void {
  useEffect(() => {
    const offTold = listen('told', ({ kind, message, actionId }) => {
      const review = actionId !== null && (kind === 'attention' || kind === 'error');
      toast(kind, message, review ? { label: 'Review', run: () => go(`#/sync/${actionId}`) } : undefined);
    });
    const offReady = listen('linkReady', ({ productTitle, url, copied }) => {
      if (copied) return toast('success', `Checkout link of "${productTitle}" copied`);
      const copy = async () => {
        const answer = await call('clipboard.copy', { text: url });
        if (answer.ok) toast('success', 'Checkout link copied');
        else toast('error', answer.problem.message);
      };
      toast('success', `The address of "${productTitle}" has come`, { label: 'Copy', run: () => void copy() });
    });
    const copiedByPage = () => void call('clipboard.pass', undefined);
    document.addEventListener('copy', copiedByPage);
    document.addEventListener('cut', copiedByPage);
    const offNavigate = listen('navigate', ({ to }) => go(to));
    const networkReturned = () => void call('sync.networkReturned', undefined);
    window.addEventListener('online', networkReturned);
    const offFrame = useFrameState.subscribe(closeOutdatedToasts);
    return () => {
      offTold();
      offNavigate();
      offReady();
      offFrame();
      document.removeEventListener('copy', copiedByPage);
      document.removeEventListener('cut', copiedByPage);
      window.removeEventListener('online', networkReturned);
    };
  }, []);
}
