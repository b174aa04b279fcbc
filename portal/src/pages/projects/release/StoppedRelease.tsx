import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { StagedReleaseResponse } from '../../../api/generated';
import { Stopped } from '../performance/StopRule';

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
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link to="." search={({ client_id, zone }) => ({ client_id, zone, tab: 'release' })} {...props} />
        )}
      >
        {t('versions.toStaged')}
      </Anchor>
    </Stopped>
  );
}
