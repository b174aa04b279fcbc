const RIGHT_TO_LEFT = ['ar'];

/** The language of a locale such as `de-AT` among those that have texts, else English. */
export function languageOf<Language extends string>(
  locale: string,
  texts: Readonly<Record<Language, unknown>> & { readonly en: unknown },
): Language | 'en' {
  const [language = ''] = locale.toLowerCase().split('-');
  return Object.keys(texts).indexOf(language) >= 0 ? (language as Language) : 'en';
}

export const directionOf = (language: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.indexOf(language) >= 0 ? 'rtl' : 'ltr';
