// Keeps keys that belong to an input method from every field and shortcut.

/** The code that browsers report for a key that the input method takes; Safari ends a composition with it alone. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * While text is composed (Japanese, Chinese, accents), Enter accepts the text and the arrows choose it. None of these keys may
 * submit a form, add a row or choose an option, so nothing in the window hears them.
 */
export function ignoreKeysOfCompositions(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD) event.stopImmediatePropagation();
    },
    true,
  );
}
