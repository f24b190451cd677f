// Finds what cuts off the focus ring of the element that has the keyboard.
import type { Page } from '@playwright/test';

/** The ring's sides that are cut off; empty if all of it is seen. Null if nothing has the keyboard. */
export const cutRing = (page: Page): Promise<string[] | null> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return null;
    const style = getComputedStyle(focused);
    // The input of a switch is not seen: its ring is elsewhere.
    if (style.outlineStyle === 'none' || focused.role === 'switch') return [];
    const around = Number.parseFloat(style.outlineWidth) + Number.parseFloat(style.outlineOffset);
    const { left, right, top, bottom } = focused.getBoundingClientRect();
    const cut: string[] = [];
    for (let element = focused.parentElement; element; element = element.parentElement) {
      const { overflowX, overflowY, overflowClipMargin } = getComputedStyle(element);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const margin = overflowX === 'clip' ? Number.parseFloat(overflowClipMargin) || 0 : 0;
      const box = element.getBoundingClientRect();
      const over = {
        left: box.left - margin - (left - around),
        right: right + around - (box.right + margin),
        top: box.top - margin - (top - around),
        bottom: bottom + around - (box.bottom + margin),
      };
      for (const [side, px] of Object.entries(over))
        if (px > 0.5)
          cut.push(`${side} of ${focused.textContent || focused.ariaLabel} by ${element.className || element.tagName}`);
    }
    return cut;
  });
