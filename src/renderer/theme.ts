// The look: system font, 14 px, one accent colour and greys; enough contrast for small text in light and dark.
import { type ComboboxProps, type CSSVariablesResolver, colorsTuple, createTheme, DEFAULT_THEME } from '@mantine/core';
import type { MouseEvent } from 'react';
import { texts } from '../shared/texts/window.ts';

const TRANSITION = { duration: 120 };

/** Px that a choice needs to be readable; longer ones take two lines. */
const LONG_CHOICE = 480;

/** For a list, at least as wide as its field. If it fits on neither side, it takes the larger one and scrolls. */
const IN_THE_WINDOW: ComboboxProps['middlewares'] = {
  flip: { fallbackStrategy: 'bestFit', padding: 8 },
  shift: { padding: 8 },
  size: {
    padding: 8,
    apply({ rects, elements, availableWidth, availableHeight }) {
      Object.assign(elements.floating.style, {
        minWidth: `${rects.reference.width}px`,
        maxWidth: `${Math.min(availableWidth, LONG_CHOICE)}px`,
        maxHeight: `${availableHeight}px`,
      });
    },
  },
};

/** For a menu, which may cover its button: if it fits on neither side, it takes the height of the window. */
const MENU_IN_THE_WINDOW = {
  flip: { fallbackStrategy: 'bestFit', padding: 4 },
  shift: { padding: 4, crossAxis: true },
  size: { padding: 4 },
} as const;

/** Mantine's red, with button shades dark enough for white text. */
const RED = colorsTuple([...DEFAULT_THEME.colors.red.slice(0, 7), '#d12f2f', '#c92a2a', '#b02525']);

export const theme = createTheme({
  colors: { red: RED },
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 7 },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '32px' },
      h2: { fontSize: '15px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '24px' },
    },
  },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontWeights: { medium: '500', bold: '600' },
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      vars: (_theme: unknown, props: { size?: string }) =>
        props.size === undefined || props.size === 'sm'
          ? { root: { '--button-height': '32px', '--button-padding-x': '12px' } }
          : { root: {} },
    },
    Input: {
      // Sellers' texts have a direction of their own.
      defaultProps: { attributes: { input: { dir: 'auto' } } },
      vars: (_theme: unknown, props: { size?: string; multiline?: boolean }) =>
        props.size === undefined || props.size === 'sm'
          ? { wrapper: { '--input-height': '32px', '--input-size': '32px' } }
          : { wrapper: {} },
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Alert: {
      defaultProps: { variant: 'light', p: 12 },
      // Does not cut the focus ring of a button inside.
      styles: { label: { color: 'var(--mantine-color-text)' }, message: { overflow: 'visible' } },
    },
    SegmentedControl: { styles: { label: { paddingInline: 10 } } },
    Modal: {
      defaultProps: {
        transitionProps: TRANSITION,
        overlayProps: { backgroundOpacity: 0.4 },
        closeButtonProps: { 'aria-label': texts.common.close },
        padding: 24,
      },
      // Neither the title nor the buttons cover a focused control.
      styles: { title: { fontSize: 16, fontWeight: 600 }, content: { scrollPaddingBlock: 80 } },
    },
    Table: { styles: { th: { color: 'var(--mantine-color-dimmed)', fontSize: 12, fontWeight: 500 } } },
    // A placeholder would be a child that a menu must not have.
    Menu: {
      defaultProps: {
        transitionProps: TRANSITION,
        shadow: 'md',
        withInitialFocusPlaceholder: false,
        middlewares: MENU_IN_THE_WINDOW,
      },
    },
    MenuDropdown: {
      defaultProps: {
        // A dialog returns the focus to what had it. Its item is unmounted by then, so the menu's button takes the focus first.
        onClickCapture: ({ currentTarget }: MouseEvent) =>
          document.querySelector<HTMLElement>(`[aria-controls="${currentTarget.id}"]`)?.focus(),
      },
    },
    Combobox: { defaultProps: { middlewares: IN_THE_WINDOW, width: 'max-content', position: 'bottom-start' } },
    Select: {
      defaultProps: { comboboxProps: { transitionProps: TRANSITION, shadow: 'md' }, withScrollArea: false },
      styles: { options: { maxHeight: 240, overflowY: 'auto' } },
    },
    Notification: { defaultProps: { withBorder: true, px: 12, py: 8 } },
    Tooltip: { defaultProps: { transitionProps: TRANSITION, openDelay: 400 } },
  },
});

/** Mantine's greys and reds are too light for small print. Adds the few colours of our own for style sheets. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': '#6a727a',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-8)',
    '--desk-side': 'var(--mantine-color-gray-0)',
    '--desk-line': 'var(--mantine-color-gray-3)',
    '--desk-line-soft': 'var(--mantine-color-gray-2)',
    '--desk-hover': 'var(--mantine-color-gray-0)',
    '--desk-current': 'var(--mantine-color-indigo-0)',
    '--desk-place-text': '#2b3f9e',
    '--desk-good': 'var(--mantine-color-teal-8)',
    '--desk-warn': '#b54708',
    '--desk-warn-back': '#ffe8c2',
    '--desk-warn-line': '#e8b45c',
    '--desk-warn-text': '#4a2d00',
  },
  dark: {
    '--mantine-color-body': '#1b1c1e',
    '--mantine-color-dimmed': '#a3a8ae',
    '--mantine-color-placeholder': '#8f959c',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-indigo-3)',
    '--desk-side': '#151617',
    '--desk-line': '#34363a',
    '--desk-line-soft': '#292b2e',
    '--desk-hover': '#232528',
    '--desk-current': '#272b3d',
    '--desk-place-text': 'var(--mantine-color-indigo-0)',
    '--desk-good': 'var(--mantine-color-teal-4)',
    '--desk-warn': 'var(--mantine-color-orange-4)',
    '--desk-warn-back': '#4a3513',
    '--desk-warn-line': '#7a5a20',
    '--desk-warn-text': '#ffe3b3',
  },
});
