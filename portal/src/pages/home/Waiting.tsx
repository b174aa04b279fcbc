import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { HomeClient } from '../../api/generated';
import { getBillingOverviewOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { useOwnFollowUps } from '../../parts/follow-up/own';
import { OwnFollowUps } from '../../parts/follow-up/OwnFollowUps';
import { Panel } from '../../parts/Panel';
import { Instant } from '../../parts/values/Instant';
import { useNumbers } from '../../texts/numbers';
import { Deliveries, useFailingDeliveries } from './Deliveries';
import { Line } from './Line';

/** The open work of a person for a client: each line opens the list that it counts. */
export function Waiting({ client }: { readonly client: HomeClient }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { client_id, requests_due: due } = client;
  const counted = (n: number) => ({ count: n, formatted: count(n) });
  const open = client.alerts && client.alerts.open;
  const status = useFailingDeliveries(client_id);
  const failing = status.data ?? [];
  const own = useOwnFollowUps(client_id);
  const overview = useQuery({
    ...getBillingOverviewOptions({ query: { client_id } }),
    enabled: client.has_plan === true,
  });
  const isUnpaid = overview.data?.billing.invoice_status === 'overdue';
  // Only if everything is known can nothing be waiting.
  const isKnown = [status, own, overview].every((it) => !it.isLoading);
  const isQuiet =
    isKnown &&
    open === 0 &&
    !due?.overdue &&
    !due?.urgent &&
    failing.length === 0 &&
    !own.data?.items.length &&
    !isUnpaid;
  return (
    <Panel title={t('home.waiting')}>
      <Stack gap="xs">
        {(open === null || !!open) && (
          <Line to="/alerts" search={{ client_id }}>
            {open === null ? t('bell.unknown') : t('home.alerts', counted(open))}
          </Line>
        )}
        {!!due?.overdue && (
          <Line to="/requests" search={{ client_id, due: 'overdue' }}>
            {t('home.overdue', counted(due.overdue))}
          </Line>
        )}
        {!!due?.urgent && (
          <Line to="/requests" search={{ client_id, due: 'urgent' }}>
            {t('home.urgent', counted(due.urgent))}
          </Line>
        )}
        <OwnFollowUps clientId={client_id} />
        {isUnpaid && (
          <Line to="/billing" search={{ client_id, invoice_status: 'open' }}>
            {t('home.invoiceOverdue')}
          </Line>
        )}
        <Deliveries clientId={client_id} failing={failing} />
        {isQuiet && <Text c="dimmed">{t('home.nothing')}</Text>}
      </Stack>
    </Panel>
  );
}

/** The calls in progress, and the running campaigns with their ends. */
export function Running({ client }: { readonly client: HomeClient }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { client_id, capacity, campaigns } = client;
  // The page of integrations shows the limits; people who see the client's keys may open it.
  const may = useMay();
  if (!capacity) return null;
  const { in_use: inUse, concurrency_limit: limit } = capacity;
  const used =
    limit === null
      ? t('home.capacityNoLimit', { count: inUse, used: count(inUse) })
      : t('home.capacity', { used: count(inUse), limit: count(limit) });
  return (
    <Panel title={t('home.running')}>
      <Stack gap="xs">
        {may('listApiKeys') ? (
          <Line to="/integrations" search={{ client_id, tab: 'capacity' }}>
            {used}
          </Line>
        ) : (
          <Text>{used}</Text>
        )}
        {campaigns?.running === 0 && <Text c="dimmed">{t('home.noCampaigns')}</Text>}
        {campaigns && campaigns.running > 0 && (
          <Line to="/campaigns" search={{ client_id, status: 'running' }}>
            {t('home.campaigns', { count: campaigns.running, formatted: count(campaigns.running) })}
          </Line>
        )}
        {campaigns?.items.map(({ campaign_id, name, ends_at_utc: ends }) => (
          <Text key={campaign_id} size="sm" component="div">
            <Line to={`/campaigns/${campaign_id}`} search={{ client_id }}>
              <span dir="auto">{name}</span>
            </Line>{' '}
            {ends ? (
              <>
                {t('home.ends')} <Instant at={ends} />
              </>
            ) : (
              t('home.noEnd')
            )}
          </Text>
        ))}
      </Stack>
    </Panel>
  );
}
