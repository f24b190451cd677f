// Keeps the buttons of a bar on one line: where it has no room, they give up their icons, then their words.
import { type RefObject, useLayoutEffect } from 'react';

/** Without its icon; the same with less space around the words; without its words. See `SelectionBar.module.css`. */
type Look = 'words' | 'close' | 'icon';

/** Buttons with `data-aid` become icons first. The others follow one by one, within `data-keeps-first` from the last one on. */
export function useFittingButtons(of: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const bar = of.current;
    if (!bar) return;
    const refit = () => fitButtons(bar);
    refit();
    const resized = new ResizeObserver(refit);
    resized.observe(bar);
    // Counts and buttons come from different components, some of them later.
    const changed = new MutationObserver(refit);
    changed.observe(bar, { childList: true, characterData: true, subtree: true });
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  }, [of]);
}

function fitButtons(bar: HTMLElement): void {
  const buttons = [...bar.querySelectorAll<HTMLElement>('.mantine-Button-root')];
  for (const button of buttons) delete button.dataset.look;
  delete bar.dataset.tight;
  delete bar.dataset.wraps;
  const isAid = ({ dataset }: HTMLElement) => dataset.aid !== undefined;
  const aids = buttons.filter(isAid).reverse();
  const others = buttons.filter((button) => !isAid(button));
  const inOrder = bar.querySelector('[data-keeps-first]') ? [...others].reverse() : others;
  const steps: readonly (readonly [readonly HTMLElement[], Look])[] = [
    ...aids.map((aid) => [[aid], 'icon'] as const),
    [others, 'words'],
    [others, 'close'],
    ...inOrder.map((button) => [[button], 'icon'] as const),
  ];
  const fits = () => bar.scrollWidth <= bar.clientWidth;
  for (const [some, look] of steps) {
    if (fits()) return;
    for (const button of some) button.dataset.look = look;
  }
  if (!fits()) bar.dataset.tight = '';
  if (!fits()) bar.dataset.wraps = '';
}
