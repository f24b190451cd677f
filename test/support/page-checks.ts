// What is checked on any page: labels that are cut off, controls that are covered, and axe's serious findings.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Labels that are cut off, and a page that is wider than the window. */
export const textFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Px by which letters or a border may exceed their line. */
    const SLACK = 2;
    const faults: string[] = [];
    // What is behind a dialog is out of reach anyway.
    const front = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body;
    // A label that does not show the whole of itself, and is no value, whose title or details have it.
    const labels = front.querySelectorAll('button, [role=tab], [role=menuitem], label, legend, h1, h2, h3, dt, a');
    for (const label of labels) {
      if (label.closest('[role=row], td, [role=option], [title]')) continue;
      for (const element of [label, ...label.querySelectorAll('*')]) {
        const { overflowX } = getComputedStyle(element);
        // What is 1 px wide is for screen readers.
        if (element.clientWidth <= 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
        if (overflowX === 'hidden' && element.textContent && element.scrollWidth > element.clientWidth + SLACK)
          faults.push(`cut off: ${label.textContent}`);
      }
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide in a window of ${clientWidth}`);
    return faults;
  });

/** Controls that something else lies in front of, even if they are scrolled into the middle. */
export const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const inside = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body;
    const controls = inside.querySelectorAll<HTMLElement>('button, a[href], input, textarea, select, [tabindex="0"]');
    const inFrontOf = (control: HTMLElement): Element | null => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const front = document.elementFromPoint(left + width / 2, top + height / 2);
      const isOwn = control.contains(front) || front?.closest('label, [role="cell"]')?.contains(control);
      return isOwn || getComputedStyle(control).pointerEvents === 'none' ? null : front;
    };
    const covered: string[] = [];
    for (const control of controls) {
      // Invisible inputs lie under what stands for them.
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (control.getBoundingClientRect().width <= 2 || !inFrontOf(control)) continue;
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const front = inFrontOf(control);
      const name =
        control.ariaLabel ||
        control.textContent ||
        control.getAttribute('placeholder') ||
        control.outerHTML.slice(0, 120);
      if (front) covered.push(`${name} is covered by ${front.outerHTML.slice(0, 120)}`);
    }
    return covered;
  });

/** Colours are wrong while something fades in or out. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );

/** Fails with the findings and `where`. A toast may come or go while axe runs, so a finding must occur twice. */
export async function expectNoFindings(page: Page, where: string): Promise<void> {
  const first = await findings(page, where);
  if (first.length > 0) expect(await findings(page, where)).toEqual([]);
}

async function findings(page: Page, where: string): Promise<string[]> {
  await settled(page);
  // Passed rules would be described as well, which takes most of the time.
  const options = { resultTypes: ['violations' as const] };
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options(options).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.map(({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
