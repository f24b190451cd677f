// Events of the main process, and the network state that the window reports to it.
import { createElement, useEffect } from 'react';
import type { ActionState } from '../../shared/action.ts';
import { cutInMiddle } from '../../shared/text.ts';
import { texts as shared } from '../../shared/texts/main.ts';
import { texts } from '../../shared/texts/window.ts';
import { call, listen } from '../bridge.ts';
import { attentionCount } from '../components/sending.ts';
import { announce, closeToastsAbout, followSending, followStore, isToastAbout, toast } from '../components/toast.tsx';
import { followChanges } from '../components/toast-with-undo.ts';
import { unverifiedSales } from '../components/unverified-sales.ts';
import { isSignInShown } from '../screens/sign-in/put-off.ts';
import { useFrameState } from '../state/frame.ts';
import { onRecords } from '../state/live.ts';
import { go, isOnScreen, shownChange } from '../state/route.ts';
import { isWaitingListShown, onWaitingListShown } from '../state/waiting-list.ts';
import { goInStore } from './switch-store.ts';

const t = texts.app.toasts;

/** The toast about several changes that need attention: there is one, and its number is always the current one. */
const ABOUT_SEVERAL = 'several-changes';

/** Px of a window in which a toast that lists sales would cover the screen. */
const LOW = 420;

const NumberOfThem = () => shared.states.store.needsAttention({ count: useFrameState(attentionCount) });

function toastSeveral(): void {
  closeToastsAbout(ABOUT_SEVERAL);
  // The screen itself lists them.
  if (isWaitingListShown()) return;
  toast('attention', createElement(NumberOfThem), { label: t.review, run: () => go('#/sync') }, ABOUT_SEVERAL);
}

function followAttention(): void {
  if (attentionCount() === 0 || isWaitingListShown()) closeToastsAbout(ABOUT_SEVERAL);
}

/** Changes with a toast that asks the seller to decide. */
const undecided = new Set<string>();

/** Not one toast behind the other: the one that is open becomes that about several. */
function joinOthers(id: string): boolean {
  const others = [...undecided].filter((other) => other !== id && isToastAbout(other));
  if (others.length === 0 && !isToastAbout(ABOUT_SEVERAL)) return false;
  for (const other of others) closeToastsAbout(other);
  toastSeveral();
  return true;
}

async function needsDecision(id: string): Promise<boolean> {
  const answer = await call('sync.get', { id });
  return !answer.ok || (answer.value !== null && needsSeller(answer.value));
}

/** Closes the toasts about changes that are decided, or all where a list on screen has them. */
async function closeToastsOfDecided(): Promise<void> {
  for (const id of undecided) {
    if (!isWaitingListShown() && (await needsDecision(id))) continue;
    undecided.delete(id);
    closeToastsAbout(id);
  }
}

/** Stores with a toast that asks for a sign-in, and whether the frame has shown them as signed out since. */
const signedOut = new Map<string, boolean>();
const aboutSignIn = (storeId: string): string => `sign-in ${storeId}`;

/** Closes the toasts that ask for a sign-in once there is one. */
function followSignIns(): void {
  for (const { id, signedIn } of useFrameState.getState().frame?.stores ?? []) {
    const wasShown = signedOut.get(id);
    if (wasShown === undefined) continue;
    if (!signedIn) signedOut.set(id, true);
    else if (wasShown) {
      signedOut.delete(id);
      closeToastsAbout(aboutSignIn(id));
    }
  }
}

const needsSeller = ({ state }: { readonly state: ActionState }): boolean =>
  state === 'needs-review' || state === 'rejected';

/** Toasts, requests for a screen, and the network's return. */
export function useMainProcessEvents(): void {
  useEffect(() => {
    const offToast = listen('toast', async ({ kind, message, actionId, to, storeId, signedOutOf }) => {
      if (signedOutOf !== undefined) {
        if (isSignInShown(signedOutOf)) return;
        signedOut.set(signedOutOf, false);
        closeToastsAbout(aboutSignIn(signedOutOf));
        toast(kind, message, undefined, aboutSignIn(signedOutOf));
        followSignIns();
        return;
      }
      if (storeId !== undefined && to !== null) {
        const review = { label: t.review, run: () => goInStore(to, storeId) };
        return toast(kind, message, review, actionId ?? `${ABOUT_SEVERAL} ${storeId}`);
      }
      if (kind === 'attention' && actionId === null && to === '#/sync') return toastSeveral();
      // The page of the change shows it already.
      if (actionId !== null && actionId === shownChange()) return;
      // A change that is done, with a warning about its answer, needs no decision.
      const undecidedId = actionId !== null && (await needsDecision(actionId)) ? actionId : null;
      if (undecidedId !== null && (isWaitingListShown() || joinOthers(undecidedId))) return;
      const leads = to !== null && (actionId !== null || !isOnScreen(to));
      const action = leads ? { label: t.review, run: () => go(to) } : undefined;
      announce(kind, message, action, actionId);
      if (undecidedId !== null) undecided.add(undecidedId);
    });
    onWaitingListShown(() => {
      followAttention();
      void closeToastsOfDecided();
    });
    const offReady = listen('linkReady', ({ productTitle, facts, url, copied }) => {
      const which = `${cutInMiddle(productTitle)}, ${facts}`;
      if (copied) return announce('success', t.linkOfCopied({ link: which }));
      const copy = async () => {
        const answer = await call('clipboard.copy', { text: url });
        if (answer.ok) toast('success', t.linkCopied);
        else toast('error', answer.problem.message);
      };
      announce('success', t.linkReady({ link: which }), {
        label: texts.common.copy,
        run: () => void copy(),
      });
    });
    const copiedByPage = () => void call('clipboard.pass', undefined);
    document.addEventListener('copy', copiedByPage);
    document.addEventListener('cut', copiedByPage);
    const offNavigate = listen('navigate', ({ to, storeId }) => goInStore(to, storeId));
    void call('screens.wanted', undefined).then((answer) => {
      if (answer.ok && answer.value.to !== null) goInStore(answer.value.to, answer.value.storeId);
    });
    const offSold = listen('sold', ({ storeId, title, message, to }) => {
      const isList = message.includes('\n');
      const isShort = isList && window.innerHeight <= LOW;
      announce('success', isShort ? title : t.sold({ title, sales: isList ? `\n${message}` : message }), {
        label: t.show,
        isOffer: true,
        run: () => goInStore(to, storeId),
      });
    });
    const offUnverified = listen('soldUnverified', ({ storeId, message, to }) => {
      const about = unverifiedSales(storeId);
      closeToastsAbout(about);
      // The list itself shows it.
      if (isOnScreen('#/sales') && storeId === useFrameState.getState().frame?.currentStoreId) return;
      toast('attention', message, { label: t.review, run: () => goInStore(to, storeId) }, about);
    });
    const networkReturned = () => void call('sync.networkReturned', undefined);
    window.addEventListener('online', networkReturned);
    const offRecords = onRecords(['actions'], () => {
      void closeToastsOfDecided();
      void followChanges();
    });
    const offFrame = useFrameState.subscribe(() => {
      // First, for toasts about sending are about the store that is shown.
      followStore();
      followSending();
      void followChanges();
      followSignIns();
      followAttention();
    });
    return () => {
      offToast();
      offNavigate();
      offReady();
      offSold();
      offUnverified();
      offRecords();
      offFrame();
      document.removeEventListener('copy', copiedByPage);
      document.removeEventListener('cut', copiedByPage);
      window.removeEventListener('online', networkReturned);
    };
  }, []);
}
