import { Alert, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StagedReleaseResponse } from '../../../api/generated';
import { Instant } from '../../../parts/values/Instant';
import { useNumbers } from '../../../texts/numbers';
import { STOP_SHARES } from './StopRuleFields';

/** The evidence with which its rule has ended a staged release. */
export function Stopped({
  title,
  stopped,
  children,
}: {
  readonly title: string;
  readonly stopped: NonNullable<StagedReleaseResponse['stopped']>;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { percent, count } = useNumbers();
  return (
    <Alert color="red" variant="outline" icon={<IconArrowBackUp aria-hidden />} title={title}>
      <Text size="sm">
        {t('stopRule.evidence', {
          share: t(`stopRule.shares.${stopped.rule}`),
          value: percent(stopped.share),
          limit: percent(stopped.limit),
          calls: count(stopped.calls),
        })}{' '}
        <Instant at={stopped.checked_at} />
      </Text>
      {children}
    </Alert>
  );
}

/** The rule of a staged release, and the evidence if the rule has ended it. */
export function StopRule({
  staged: { stop_when: rule, stopped, state },
}: {
  readonly staged: Pick<StagedReleaseResponse, 'stop_when' | 'stopped' | 'state'>;
}) {
  const { t } = useTranslation();
  const { percent, count } = useNumbers();
  if (stopped) return <Stopped title={t('stopRule.stopped')} stopped={stopped} />;
  if (state !== 'active') return null;
  if (!rule)
    return (
      <Text size="sm" c="dimmed">
        {t('stopRule.none')}
      </Text>
    );
  const limits = STOP_SHARES.flatMap((it) =>
    rule[it] === null
      ? []
      : [t('stopRule.limit', { share: t(`stopRule.shares.${it}`), limit: percent(rule[it]) })],
  );
  return (
    <Text size="sm">{t('stopRule.active', { limits: limits.join(', '), calls: count(rule.min_calls) })}</Text>
  );
}
