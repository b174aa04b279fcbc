import { useMemo } from 'react';
import { useLocale } from '../../../../texts/locale';

const TAGS = (
  'ar ca cs da de de-AT de-CH el en en-AU en-GB en-IE en-NZ en-US es et eu fa fi fr fr-CA ga he hi hu hy id it ja ' +
  'ko lt ms ne nl no pl pt pt-BR ro ru sk sr sv ta th tr uk ur vi yi zh zh-TW'
).split(' ');

/** The name of a language in the reader's language, by its tag. */
export function useLanguageName(): (tag: string) => string {
  const locale = useLocale();
  return useMemo(() => {
    const names = new Intl.DisplayNames(locale, { type: 'language' });
    return (tag) => {
      try {
        return names.of(tag) ?? tag;
      } catch {
        return tag;
      }
    };
  }, [locale]);
}

/**
 * Languages to choose from, by name.
 * @param chosen a language that is always included
 */
export function useLanguages(chosen: string): { readonly value: string; readonly label: string }[] {
  const locale = useLocale();
  const nameOf = useLanguageName();
  return useMemo(
    () =>
      [...new Set([...TAGS, chosen])]
        .map((value) => ({ value, label: nameOf(value) }))
        .toSorted((one, other) => one.label.localeCompare(other.label, locale)),
    [chosen, nameOf, locale],
  );
}
