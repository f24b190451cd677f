// Parts of the window whose code is loaded when they are first shown, or before that while the window is idle.
import { Skeleton } from '@mantine/core';
import { type ComponentType, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { isCalling } from '../bridge.ts';
import { DialogContext } from '../state/dialogs.ts';

/** The code of a part could not be loaded. Shown anew, the part tries again. */
export class PartNotLoaded extends Error {}

/** Loads each part that there is; one that is loaded can bring further ones. */
const loads: (() => Promise<unknown>)[] = [];

/**
 * A hook that gives what `load` loads; null until it is there. Not React's `lazy`, which draws its fallback once even
 * when the code is there, holds what comes after a fallback back for 300 ms, and keeps a failure for good.
 */
export function lazyCode<T>(load: () => Promise<T>): () => T | null {
  let loaded: { readonly code: T } | null = null;
  let loading: Promise<void> | null = null;
  const loadOnce = (): Promise<void> => {
    loading ??= load().then(
      (code) => {
        loaded = { code };
      },
      (error: unknown) => {
        loading = null;
        throw new PartNotLoaded(String(error), { cause: error });
      },
    );
    return loading;
  };
  loads.push(loadOnce);

  return function useCode() {
    const [here, setHere] = useState(loaded);
    const [failure, setFailure] = useState<PartNotLoaded | null>(null);
    useEffect(() => {
      let gone = false;
      loadOnce().then(
        () => !gone && setHere(loaded),
        (error: PartNotLoaded) => !gone && setFailure(error),
      );
      return () => {
        gone = true;
      };
    }, []);
    if (failure) throw failure;
    return here?.code ?? null;
  };
}

const WAITING = <Skeleton height={160} m={24} w="auto" aria-busy="true" />;

/** A component that is loaded with `load`; until then `waiting` is shown. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = WAITING,
): ComponentType<P> {
  const useComponent = lazyCode(load);
  return function Part(props: P) {
    const Component = useComponent();
    const isLate = useRef(Component === null);
    const isInDialog = useContext(DialogContext) !== null;
    useEffect(() => {
      if (Component === null || !isLate.current) return;
      isLate.current = false;
      // The dialog's focus trap looked for it when the dialog opened, before it was there.
      if (isInDialog) [...document.querySelectorAll<HTMLElement>('[role="dialog"] [data-autofocus]')].at(-1)?.focus();
    }, [Component, isInDialog]);
    return Component ? <Component {...props} /> : waiting;
  };
}

/** Loads one part after the other, whenever the window has nothing else to do. */
export async function preloadParts(): Promise<void> {
  for (const load of loads) {
    await whenIdle();
    // What fails is tried again, and told, when the part is shown.
    await load().catch(() => undefined);
  }
}

/** Nothing is drawn, and no answer of the main process is waited for. */
async function whenIdle(): Promise<void> {
  do await new Promise((resolve) => requestIdleCallback(resolve));
  while (isCalling());
}
