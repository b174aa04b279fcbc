import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import folders from 'virtual:texts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/**
 * Texts of some pages, in the folder of that name of each language. Files outside these folders
 * belong to every page.
 */
export const TEXT_GROUPS = [
  'alerts',
  'billing',
  'calls',
  'campaigns',
  'clients',
  'elsewhere',
  'home',
  'integrations',
  'knowledge',
  'notices',
  'palette',
  'people',
  'projects',
  'projectTabs',
  'requests',
  'security',
  'settings',
  'support',
] as const;
export type TextGroup = (typeof TEXT_GROUPS)[number];

type Catalogue = Record<string, unknown>;

const STORED = 'language';

const loaded = new Set<TextGroup>();

const chosen = (): Language => {
  const stored = localStorage.getItem(STORED);
  const wanted = stored ?? navigator.language.slice(0, 2);
  return Object.hasOwn(LANGUAGES, wanted) ? (wanted as Language) : 'en';
};

/** A reader loads one language, and only the texts of opened pages. */
async function catalogueOf(language: Language, groups: Iterable<TextGroup | null>): Promise<Catalogue> {
  const wanted = [...groups].map((group) => (group === null ? language : `${language}/${group}`));
  const catalogues = await Promise.all(wanted.map((folder) => folders[folder]!()));
  const product = document.querySelector<HTMLMetaElement>('meta[name="product"]')?.content;
  return Object.fromEntries([
    ...catalogues.flatMap((texts) => Object.entries(texts.default)),
    // The name of the deployment, if it has one (portal-sessions 8.5).
    ...(product === undefined ? [] : [['product', product] as const]),
  ]);
}

/** Loads the texts of every page in the reader's language. */
export async function setUpTexts(): Promise<void> {
  const language = chosen();
  await i18next.use(initReactI18next).init({
    resources: { [language]: { translation: await catalogueOf(language, [null]) } },
    lng: language,
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = i18next.language;
}

/** Loads a page together with its texts. */
export const withTexts =
  <T>(groups: readonly TextGroup[], load: () => Promise<T>) =>
  async (): Promise<T> => {
    const missing = groups.filter((group) => !loaded.has(group));
    const language = i18next.language as Language;
    const [page, texts] = await Promise.all([load(), catalogueOf(language, missing)]);
    for (const group of missing) loaded.add(group);
    i18next.addResourceBundle(language, 'translation', texts);
    return page;
  };

export const currentLanguage = (): string => i18next.language;

/** Switches the language of all texts, and remembers it in this browser. */
export async function changeLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORED, language);
  i18next.addResourceBundle(language, 'translation', await catalogueOf(language, [null, ...loaded]));
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
