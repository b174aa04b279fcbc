import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** A reader loads one language. */
const CATALOGUES = {
  en: async () => (await import('./en')).catalogue,
  de: async () => (await import('./de')).catalogue,
};

const STORED = 'language';

const chosen = (): Language => {
  const stored = localStorage.getItem(STORED);
  const wanted = stored ?? navigator.language.slice(0, 2);
  return wanted in LANGUAGES ? (wanted as Language) : 'en';
};

/** Loads the catalogue of texts in the reader's language. */
export async function setUpTexts(): Promise<void> {
  const language = chosen();
  await i18next.use(initReactI18next).init({
    resources: { [language]: { translation: await CATALOGUES[language]() } },
    lng: language,
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = i18next.language;
}

/** Switches the language of all texts and remembers it in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED, language);
  i18next.addResourceBundle(language, 'translation', await CATALOGUES[language]());
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
