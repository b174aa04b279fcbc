import { useEffect, useRef, type RefObject } from 'react';

/**
 * Keeps the focus in the page after navigation. Otherwise the focused link disappears with its
 * page, and the keyboard starts at the top again.
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
