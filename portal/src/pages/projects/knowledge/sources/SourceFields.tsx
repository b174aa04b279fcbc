import { Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { KnowledgeSource } from '../../../../api/generated';
import { bind } from '../../../../forms/bind';
import { HELP_BELOW } from '../../../../parts/forms/help-below';
import { useLanguages } from './languages';

type Refresh = KnowledgeSource['refresh'];

/** The fields of a source that people can also change later. */
export interface SourceValues {
  readonly title: string;
  readonly language: string;
  readonly refresh: Refresh;
}

export const MOST_LETTERS = 200;
const REFRESHES: readonly Refresh[] = ['none', 'daily', 'weekly'];
/** The fields that show their own message. */
export const SOURCE_FIELDS = ['title', 'language', 'refresh'] as const;

/** Title, language and, for a page, how often it is fetched again. */
export function SourceFields({
  values,
  set,
  errors = {},
  isPage,
  isTwin,
}: {
  readonly values: SourceValues;
  readonly set: (change: Partial<SourceValues>) => void;
  readonly errors?: Readonly<Record<string, string>>;
  readonly isPage: boolean;
  /** Whether another source has the title, except for its case. */
  readonly isTwin: boolean;
}) {
  const { t } = useTranslation();
  const form = bind({ values, set }, errors);
  return (
    <>
      <TextInput
        label={t('knowledge.source.title')}
        description={t(isTwin ? 'knowledge.source.twin' : 'knowledge.source.titleHelp')}
        inputWrapperOrder={HELP_BELOW}
        dir="auto"
        maxLength={MOST_LETTERS}
        {...form.text('title')}
      />
      <Select
        label={t('knowledge.source.language')}
        description={t('knowledge.source.languageHelp')}
        inputWrapperOrder={HELP_BELOW}
        searchable
        allowDeselect={false}
        data={useLanguages(values.language)}
        {...form.emptied('language')}
      />
      {isPage && (
        <Select
          label={t('knowledge.source.refresh')}
          description={t('knowledge.source.refreshHelp')}
          inputWrapperOrder={HELP_BELOW}
          allowDeselect={false}
          data={REFRESHES.map((value) => ({ value, label: t(`knowledge.refresh.${value}`) }))}
          {...form.choice('refresh', REFRESHES)}
        />
      )}
    </>
  );
}
