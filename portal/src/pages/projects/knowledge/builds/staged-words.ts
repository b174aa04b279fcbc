import { useTranslation } from 'react-i18next';
import type { StagedReleaseResponse } from '../../../../api/generated';
import { useNumbers } from '../../../../texts/numbers';

/** Which calls use the version of a staged release. */
export function useStagedWords(): (release: StagedReleaseResponse) => string {
  const { t } = useTranslation();
  const { percent } = useNumbers();
  return ({ version_number: number, percent: share }) =>
    share === null
      ? t('knowledge.build.stagedNumbers', { number })
      : t('knowledge.build.staged', { share: percent(share), number });
}
