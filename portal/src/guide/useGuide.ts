import { useQuery } from '@tanstack/react-query';
import { useLanguage } from '../texts/locale';
import type { Language } from '../texts/texts';

// A chunk for each language; most pages need neither.
const LOADERS = {
  en: () => import('../../../docs/portal-guide.md'),
  de: () => import('../../../docs/portal-guide.de.md'),
} as const satisfies Record<Language, unknown>;

/** The guide in the reader's language. */
export function useGuide() {
  const language = useLanguage();
  return useQuery({
    queryKey: ['guide', language],
    queryFn: async () => (await LOADERS[language]()).default,
    staleTime: Infinity,
  });
}
