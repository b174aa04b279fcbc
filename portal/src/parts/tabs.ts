import { useEffect, useRef, type RefObject } from 'react';

/** Scrolls a row of tabs that is wider than the screen to the selected tab. */
export function useShownTab(shown: string | null): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[data-active], [aria-current="page"]');
    if (tab && row.current)
      row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [shown]);
  return row;
}
