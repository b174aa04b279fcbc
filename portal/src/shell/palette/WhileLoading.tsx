import { useEffect } from 'react';

/**
 * Keeps what a person types while the palette's code loads: a key must neither get lost nor trigger
 * a shortcut of the page.
 */
export function WhileLoading({ type }: { readonly type: (change: (text: string) => string) => void }) {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.length === 1) type((text) => text + event.key);
      else if (event.key === 'Backspace') type((text) => text.slice(0, -1));
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [type]);
  return null;
}
