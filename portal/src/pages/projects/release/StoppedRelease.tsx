import { useTranslation } from 'react-i18next';
import type { StagedReleaseResponse } from '../../../api/generated';
import { Stopped } from '../performance/StopRule';
import { TabLink } from '../TabLink';

/** Says that a release has taken itself back, and why; with the way to it. */
export function StoppedRelease({
  staged: { version_number: number, stopped },
}: {
  readonly staged: StagedReleaseResponse;
}) {
  const { t } = useTranslation();
  if (!stopped) return null;
  return (
    <Stopped title={t('stopRule.stoppedVersion', { number })} stopped={stopped}>
      <TabLink tab="release">{t('versions.toStaged')}</TabLink>
    </Stopped>
  );
}
