import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeBuildItem } from '../../../../api/generated';
import { useView } from '../../../../address/view';
import { useLocale } from '../../../../texts/locale';

/** A build in a list of choices: when it was requested, and how many sources it has. */
export function useBuildLabel(): (build: KnowledgeBuildItem) => string {
  const { t } = useTranslation();
  const { zone } = useView();
  const locale = useLocale();
  return useMemo(() => {
    const instant = new Intl.DateTimeFormat(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zone,
    });
    return ({ requested_at_utc: at, source_count: count }) =>
      `${instant.format(new Date(at))} · ${t('buildChoice.sources', { count })}`;
  }, [t, zone, locale]);
}
