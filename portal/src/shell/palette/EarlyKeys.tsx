import { useLayoutEffect } from 'react';

/**
 * Keeps what a person types before the palette's field has the focus: a key must neither get lost
 * nor trigger a shortcut of the page.
 */
export function EarlyKeys({
  type,
  isNeeded = () => true,
}: {
  readonly type: (change: (text: string) => string) => void;
  readonly isNeeded?: () => boolean;
}) {
  // Together with the commit: the next key may come before effects run.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || !isNeeded()) return;
      if (event.key.length === 1) type((text) => text + event.key);
      else if (event.key === 'Backspace') type((text) => text.slice(0, -1));
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [type, isNeeded]);
  return null;
}
