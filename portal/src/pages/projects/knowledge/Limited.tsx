import { Alert, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../../api/problem';
import { Refusal } from '../../../parts/Refusal';

const MINUTE = 60;

/**
 * Why a request was refused; if there were too many, the limit and when the next one is possible.
 */
export function Limited({
  problem,
  limit,
}: {
  readonly problem: Problem | undefined;
  /** The limit in words. */
  readonly limit: string;
}) {
  const { t } = useTranslation();
  if (problem?.kind !== 'limited') return <Refusal problem={problem} />;
  const seconds = problem.retryAfterSeconds ?? MINUTE;
  return (
    <Alert variant="outline" color="yellow" role="alert" icon={<IconClock aria-hidden />} title={limit}>
      <Text size="sm">
        {seconds > MINUTE
          ? t('knowledge.again.minutes', { count: Math.ceil(seconds / MINUTE) })
          : t('knowledge.again.seconds', { count: seconds })}
      </Text>
    </Alert>
  );
}
