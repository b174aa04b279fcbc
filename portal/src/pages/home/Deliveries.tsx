import { Text } from '@mantine/core';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ProjectStatus } from '../../api/generated';
import { getStatusOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { ReceiverCause } from '../../parts/values/ReceiverCause';
import { Instant } from '../../parts/values/Instant';
import { useNumbers } from '../../texts/numbers';
import { Line } from './Line';

/** The route's maximum page size. */
const MOST_PROJECTS = 100;

const isFailing = ({ deliveries }: ProjectStatus): boolean => deliveries.detail === 'receiver_failing';

/** The projects whose events do not arrive. */
export const useFailingDeliveries = (client_id: string): UseQueryResult<readonly ProjectStatus[], unknown> =>
  useQuery({
    ...getStatusOptions({ query: { client_id, page_size: MOST_PROJECTS } }),
    select: ({ items }) => items.filter(isFailing),
  });

/**
 * The first project whose events do not arrive, since when and why, and how many more there are. It leads
 * to the webhooks for people who may fix them, and otherwise to the page that says who may.
 */
export function Deliveries({
  clientId,
  failing: [first, ...others],
}: {
  readonly clientId: string;
  readonly failing: readonly ProjectStatus[];
}) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const may = useMay();
  if (!first) return null;
  const { since_utc: since } = first.deliveries;
  const [receiver] = first.failing_receivers;
  return (
    <Text component="div">
      <Line
        to={may('listWebhooks') ? '/integrations' : '/status'}
        search={{ client_id: clientId, ...(may('listWebhooks') && { tab: 'webhooks' }) }}
      >
        {t('home.deliveriesFail', { project: first.display_name })}
      </Line>{' '}
      {since && (
        <>
          {t('status.since')} <Instant at={since} />
        </>
      )}
      {receiver && (
        <Text span size="sm" c="dimmed">
          {' ('}
          <ReceiverCause of={receiver} />)
        </Text>
      )}
      {others.length > 0 &&
        ` ${t('home.deliveriesMore', { count: others.length, formatted: count(others.length) })}`}
    </Text>
  );
}
