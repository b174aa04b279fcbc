import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { keptSearch } from '../address/search';
import { isPageKey } from '../parts/keys';
import type { Page } from './pages';

const KeyList = lazy(async () => ({ default: (await import('./KeyList')).KeyList }));

const SEQUENCE_MS = 1_500;

/** Explains the figure that has the focus or the pointer, otherwise the first one on the page. */
function explain(): void {
  const figure =
    document.activeElement?.closest('[data-figure]') ??
    document.querySelector('[data-figure]:hover') ??
    document.querySelector('[data-figure]');
  figure?.querySelector<HTMLButtonElement>('[data-explain]')?.click();
}

/**
 * Single keys of the whole application: / searches, ? lists the keys, e explains a figure, g and a
 * letter goes to a page.
 */
export function Keys({ pages }: { readonly pages: readonly Page[] }) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let goneAt = 0;
    const press = (event: KeyboardEvent): void => {
      if (!isPageKey(event)) return;
      if (event.key === '?') setOpen(true);
      if (event.key === '/') {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('[data-page-search]')?.focus();
      }
      if (event.key === 'e' && goneAt === 0) explain();
      const page = pages.find(({ key }) => key === event.key);
      if (page && goneAt > 0 && event.timeStamp - goneAt < SEQUENCE_MS)
        void navigate({ to: page.to, search: keptSearch } as never);
      goneAt = event.key === 'g' ? event.timeStamp : 0;
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate, pages]);
  if (!isOpen) return null;
  return (
    <Suspense>
      <KeyList pages={pages} close={() => setOpen(false)} />
    </Suspense>
  );
}
