// Checks for any page: texts that are cut off or cover each other, and axe's serious findings.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Texts that are cut off or cover each other, and a page that is wider than the window. */
export const textFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Px by which letters or a border may exceed their line. */
    const SLACK = 2;
    interface VisibleText {
      readonly text: string;
      readonly element: Element;
      readonly rects: readonly DOMRect[];
    }
    const findings: string[] = [];
    const ancestorsOf = (element: Element | null): Element[] =>
      element && element !== document.body ? [element, ...ancestorsOf(element.parentElement)] : [];
    const clips = (style: CSSStyleDeclaration) => style.overflowX !== 'visible' || style.overflowY !== 'visible';
    /** The part of a rectangle that nothing clips; null if there is none. */
    const visiblePart = (rect: DOMRect, element: Element): DOMRect | null => {
      let { left, top, right, bottom } = rect;
      for (const ancestor of ancestorsOf(element)) {
        const style = getComputedStyle(ancestor);
        if (style.position === 'fixed') break;
        if (!clips(style)) continue;
        const box = ancestor.getBoundingClientRect();
        left = Math.max(left, box.left);
        top = Math.max(top, box.top);
        right = Math.min(right, box.right);
        bottom = Math.min(bottom, box.bottom);
      }
      return right - left > 1 && bottom - top > 1 ? new DOMRect(left, top, right - left, bottom - top) : null;
    };
    /** Whether an element is only for screen readers. */
    const isHidden = (element: Element): boolean =>
      ancestorsOf(element)
        .map((ancestor) => getComputedStyle(ancestor))
        .some(({ clip, clipPath }) => clip !== 'auto' || clipPath !== 'none');
    const texts: VisibleText[] = [];
    // Nobody can reach what is behind a dialog.
    const front = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body;
    const walker = document.createTreeWalker(front, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!element || text === '' || element.closest('script, style, [inert], textarea')) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || isHidden(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = [...range.getClientRects()].flatMap((rect) => visiblePart(rect, element) ?? []);
      if (rects.length > 0) texts.push({ text, element, rects });
      // Checks labels, which must be whole. A value may be cut off: its title or its details have all of it.
      const box = element.closest('button, [role=tab], [role=menuitem], label, legend, h1, h2, h3, dt, a');
      if (!box || rects.length === 0 || element.closest('[role=row], td, [role=option], [title]')) continue;
      for (const ancestor of ancestorsOf(element)) {
        if (!box.contains(ancestor)) break;
        if (getComputedStyle(ancestor).overflowX === 'hidden' && ancestor.scrollWidth > ancestor.clientWidth + SLACK)
          findings.push(`cut off: ${text}`);
      }
    }
    const ruler = document.createElement('canvas').getContext('2d');
    for (const input of document.querySelectorAll('input')) {
      if (input.value !== '' || input.placeholder === '' || !input.checkVisibility() || !ruler) continue;
      const style = getComputedStyle(input);
      ruler.font = `${style.fontSize} ${style.fontFamily}`;
      const room = input.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
      const { width } = ruler.measureText(input.placeholder);
      if (width > room + SLACK) findings.push(`cut off: ${input.placeholder}`);
    }
    // Elements in front of others, or fixed while others scroll, are compared only with each other.
    const layer = (element: Element): Element | undefined =>
      ancestorsOf(element).find(
        (ancestor) =>
          /fixed|sticky/.test(getComputedStyle(ancestor).position) ||
          ancestor.matches('[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=alert]'),
      );
    const layers = texts.map(({ element }) => layer(element));
    for (const [first, one] of texts.entries()) {
      for (let second = first + 1; second < texts.length; second += 1) {
        const other = texts[second];
        if (!other || layers[first] !== layers[second]) continue;
        if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
        const covers = one.rects.some((a) =>
          other.rects.some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2 * SLACK,
          ),
        );
        if (covers) findings.push(`"${one.text}" and "${other.text}" cover each other`);
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) findings.push(`the page is ${scrollWidth} wide in a window of ${clientWidth}`);
    return findings;
  });

/** Waits for animations, because colours are wrong while something fades in or out. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );

/** Fails with the findings and `where`. Waits while there are any, because of a toast that comes or goes while axe runs. */
export async function expectNoFindings(page: Page, where: string): Promise<void> {
  await expect.poll(() => findings(page, where)).toEqual([]);
}

async function findings(page: Page, where: string): Promise<string[]> {
  await settled(page);
  // Otherwise axe describes passed rules too, which takes most of the time.
  const options = { resultTypes: ['violations' as const] };
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options(options).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.map(({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** The same in the light and the dark theme. */
export async function expectNoFindingsInBothThemes(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoFindings(page, `${where}, ${colorScheme}`);
  }
}
