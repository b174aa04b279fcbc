import i18next from 'i18next';
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

// One accent. Every shade that carries text has a contrast of at least 4.5 on its background, in
// both schemes.
const accent: MantineColorsTuple = [
  '#eef3ff',
  '#dbe5fd',
  '#b4c8f8',
  '#8aa9f3',
  '#678ff0',
  '#517eee',
  '#4575ee',
  '#3663d4',
  '#2c57be',
  '#1c4aa9',
];

/** In the current language, for every button that closes a dialog, a drawer or a message. */
const closeLabel = () => ({ 'aria-label': i18next.t('actions.close') });

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 7 },
  colors: { accent },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  defaultRadius: 'sm',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1rem' } } },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Not in capitals, which make words of other languages hard to read.
    Badge: { defaultProps: { tt: 'none', fw: 500 } },
    // Yellow and red are too pale for text, so only the icon and the frame have them. A long word
    // in the title breaks instead of being cut off.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' }, body: { minWidth: 0 } } },
    // A label that is longer than its place breaks; a row of buttons keeps each on one line if it can.
    Button: {
      styles: {
        root: { height: 'auto', minHeight: 'var(--button-height)', maxWidth: '100%', flexShrink: 0 },
        // A link, unlike a button, does not centre its content.
        inner: { minHeight: 'calc(var(--button-height) - 2px)' },
        // As high as its letters; otherwise descenders would be cut off.
        label: {
          height: 'auto',
          minWidth: 0,
          whiteSpace: 'normal',
          overflowWrap: 'anywhere',
          lineHeight: 'var(--mantine-line-height-xs)',
        },
      },
    },
    // The header of a dialog is not a banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    ModalCloseButton: { defaultProps: closeLabel },
    DrawerCloseButton: { defaultProps: closeLabel },
    Notification: { defaultProps: () => ({ closeButtonProps: closeLabel() }) },
    Tooltip: { defaultProps: { openDelay: 200, events: { hover: true, focus: true, touch: true } } },
  },
});

/** Colours of series that people with any colour vision can distinguish. Unclassified is grey. */
export const series = {
  good: '#0072b2',
  bad: '#d55e00',
  middle: '#e69f00',
  other: '#009e73',
  none: '#868e96',
} as const;

/** Dimmed text, and red words and buttons of the library, are too pale for small sizes. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#54595f',
    '--mantine-color-placeholder': '#6a7076',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-red-text': '#c92a2a',
    '--mantine-color-red-light-color': '#a61e1e',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b32424',
    '--mantine-color-red-outline': '#c92a2a',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b0b7',
    '--mantine-color-placeholder': '#949ba3',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-red-text': '#ff8787',
    '--mantine-color-red-light-color': '#ffc9c9',
    '--mantine-color-red-filled': '#c92a2a',
    '--mantine-color-red-filled-hover': '#b32424',
  },
});
