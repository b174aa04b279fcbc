import { useSuspenseQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { fieldOf, joinPath, splitPath, type Schema } from './schema';

/**
 * Texts of the sections. A section has many fields, so these texts load with the first project
 * instead of the application.
 */
interface Catalogue {
  /** Labels of single fields, by section and field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Labels by the name of a field, in any section; a field that is named after a role has that of the role. */
  readonly names: Readonly<Record<string, string>>;
  /** The singular name of an item, by the name of its list. */
  readonly items: Readonly<Record<string, string>>;
  /** Labels of enumerated values: by field and value, or only by value. */
  readonly words: Readonly<Record<string, string>>;
  /**
   * The purpose of a field, by section and field or by name: for languages that the API's
   * descriptions do not have.
   */
  readonly help?: Readonly<Record<string, string>>;
  /** The text of a finding, by code: for languages in which the API has no messages. */
  readonly findings?: Readonly<Record<string, string>>;
}

export interface Words {
  readonly label: (section: string, path: string) => string;
  /** The label, preceded by the labels of its parents; items of a list have their number. */
  readonly trail: (section: string, path: string) => string;
  /** The singular name of an item of a list; undefined if there is none. */
  readonly item: (path: string) => string | undefined;
  readonly word: (path: string, value: string | number | boolean) => string;
  readonly help: (section: string, path: string, schema: Schema) => string | undefined;
  readonly finding: (finding: { readonly code?: string; readonly message: string }) => string;
}

const CATALOGUES: Readonly<Record<string, () => Promise<{ readonly default: Catalogue }>>> = {
  en: () => import('../../../texts/sections/en.json'),
  de: () => import('../../../texts/sections/de.json'),
};

/** The language of the API's descriptions. */
const OF_API = 'en';

const spaced = (name: string): string => {
  const text = name.replaceAll(/[_-]/g, ' ');
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
};

const nameOf = (path: string): string => fieldOf(path).split('.').at(-1) ?? '';

function wordsOf(catalogue: Catalogue | undefined, language: string, t: TFunction): Words {
  const label: Words['label'] = (section, path) => {
    const name = nameOf(path);
    return (
      catalogue?.fields[`${section}.${fieldOf(path)}`] ??
      catalogue?.names[name] ??
      t(`roles.${name}`, { defaultValue: spaced(name) })
    );
  };
  return {
    label,
    trail: (section, path) => {
      const labels: string[] = [];
      let own = '';
      for (const part of splitPath(path)) {
        own = joinPath(own, part);
        if (/^\d+$/.test(part) && labels.length > 0) labels.push(`${labels.pop()!} ${Number(part) + 1}`);
        else labels.push(label(section, own));
      }
      return labels.join(' › ');
    },
    item: (path) => catalogue?.items[nameOf(path)],
    word: (path, value) =>
      catalogue?.words[`${nameOf(path)}.${value}`] ??
      catalogue?.words[String(value)] ??
      spaced(String(value)),
    help: (section, path, { description }) =>
      catalogue?.help?.[`${section}.${fieldOf(path)}`] ??
      catalogue?.help?.[nameOf(path)] ??
      (language === OF_API ? description : undefined),
    finding: ({ code = '', message }) => catalogue?.findings?.[code] ?? message,
  };
}

const WordsContext = createContext<Words | null>(null);

export function useWords(): Words {
  const { t } = useTranslation();
  return useContext(WordsContext) ?? wordsOf(undefined, OF_API, t);
}

/** Provides the texts of the sections, and waits for them. */
export function WordsProvider({ children }: { readonly children: ReactNode }) {
  const { i18n, t } = useTranslation();
  const { language } = i18n;
  const { data } = useSuspenseQuery({
    queryKey: ['section-words', language],
    queryFn: async () => (await (CATALOGUES[language] ?? CATALOGUES['en']!)()).default,
    staleTime: Infinity,
  });
  const words = useMemo(() => wordsOf(data, language, t), [data, language, t]);
  return <WordsContext value={words}>{children}</WordsContext>;
}
