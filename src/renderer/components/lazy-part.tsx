// Components whose code is loaded when they are first shown, or before that while the window is idle.
import { Skeleton } from '@mantine/core';
import { type ComponentType, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { isCalling } from '../bridge.ts';
import { DialogContext } from '../state/dialogs.ts';

/** The code could not be loaded. Mounting the part again retries. */
export class PartNotLoaded extends Error {}

/** The loaders of all parts; loading one can add others. */
const loads: (() => Promise<unknown>)[] = [];

/** Loads code once; a failed load is repeated by the next call. */
export function loadedOnce<T>(load: () => Promise<T>, isPreloaded = true): () => Promise<T> {
  let loading: Promise<T> | null = null;
  const loadOnce = (): Promise<T> => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw new PartNotLoaded(String(error), { cause: error });
    });
    return loading;
  };
  if (isPreloaded) loads.push(loadOnce);
  return loadOnce;
}

/**
 * A hook that returns what `load` loads; null until then. Not React's `lazy`, which renders its fallback once even when
 * the code is loaded, delays the content after a fallback by 300 ms, and never retries a failure.
 */
export function lazyCode<T>(load: () => Promise<T>, isPreloaded = true): () => T | null {
  let loaded: { readonly code: T } | null = null;
  const loadOnce = loadedOnce(async () => {
    loaded = { code: await load() };
  }, isPreloaded);

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

/** A component that is loaded with `load`, and shows `waiting` until then. `isPreloaded` false: not before it is shown. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  waiting: ReactNode = WAITING,
  isPreloaded = true,
): ComponentType<P> {
  const useComponent = lazyCode(load, isPreloaded);
  return function Part(props: P) {
    const Component = useComponent();
    const isLate = useRef(Component === null);
    const isInDialog = useContext(DialogContext) !== null;
    useEffect(() => {
      if (Component === null || !isLate.current) return;
      isLate.current = false;
      // The dialog's focus trap looked for the mark when the dialog opened, before this was mounted.
      if (isInDialog) [...document.querySelectorAll<HTMLElement>('[role="dialog"] [data-autofocus]')].at(-1)?.focus();
    }, [Component, isInDialog]);
    return Component ? <Component {...props} /> : waiting;
  };
}

/** Loads one part after the other while the window is idle. */
export async function preloadParts(): Promise<void> {
  for (const load of loads) {
    await whenIdle();
    // Showing the part retries, and reports a failure.
    await load().catch(() => undefined);
  }
}

/** No rendering, and no call to the main process under way. */
async function whenIdle(): Promise<void> {
  do await new Promise((resolve) => requestIdleCallback(resolve));
  while (isCalling());
}
