import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus in the page. The link that led to another page is gone with its own, and the keyboard would
 * begin at the top again.
 */
export function useKeptFocus(pathname: string, isLoading: boolean): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const shownOn = useRef(pathname);
  useEffect(() => {
    if (isLoading || shownOn.current === pathname) return;
    shownOn.current = pathname;
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
  }, [pathname, isLoading]);
  return main;
}
