import { useRouterState } from '@tanstack/react-router';
import type { Sent } from './places';

/** The path of the page on the screen; on the way to another page, still this one. */
export const useShownPath = (): string =>
  useRouterState({ select: ({ matches }) => matches.at(-1)?.pathname ?? '/' });

/** The address of the page on the screen. */
export function useShownAddress(): Sent {
  const pathname = useShownPath();
  const search = useRouterState({ select: ({ matches }) => matches.at(-1)?.search ?? {} });
  return { pathname, search };
}
