import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import de from './de.json';
import en from './en.json';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const STORED = 'language';

const chosen = (): Language => {
  const stored = localStorage.getItem(STORED);
  const wanted = stored ?? navigator.language.slice(0, 2);
  return wanted in LANGUAGES ? (wanted as Language) : 'en';
};

/** Loads the catalogue of texts in the reader's language. */
export async function setUpTexts(): Promise<void> {
  await i18next.use(initReactI18next).init({
    resources: { en: { translation: en }, de: { translation: de } },
    lng: chosen(),
    fallbackLng: 'en',
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = i18next.language;
}

/** Switches the language of all texts and remembers it in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED, language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
