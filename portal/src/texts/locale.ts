import { useTranslation } from 'react-i18next';
import type { Language } from './texts';

/** Some browsers name a locale of their system that is not a language tag, such as en-US@posix. */
function isTag(locale: string): boolean {
  try {
    return Intl.getCanonicalLocales(locale).length === 1;
  } catch {
    return false;
  }
}

export const useLanguage = (): Language => useTranslation().i18n.language as Language;

/**
 * The reader's variant of the language of the texts, such as en-AU, for the format of dates and
 * numbers.
 */
export function useLocale(): string {
  const { language } = useTranslation().i18n;
  return navigator.languages.find((it) => it.split('-')[0] === language && isTag(it)) ?? language;
}
