import { Anchor, Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HomeClient, HomeResponse } from '../../api/generated';
import { Panel } from '../../parts/Panel';
import { DataTable, type Column } from '../../parts/tables/DataTable';
import { useNumbers } from '../../texts/numbers';
import { CallsLink } from './CallsLink';
import { callsOf } from './links';
import type { FigureName, Period } from './names';

/** As many as a person reads; the most urgent ones come first. */
const SHOWN = 25;

const COLUMNS: readonly (readonly [label: string, name: FigureName, period: Period])[] = [
  ['missedToday', 'missed_inbound', 'today'],
  ['upsetToday', 'upset', 'today'],
  ['callsToday', 'total', 'today'],
  ['missedWeek', 'missed_inbound', 'last_7_days'],
];

/** All clients of a person with their figures, worst first. */
export function Clients({ home }: { readonly home: HomeResponse }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const [isWhole, setWhole] = useState(false);
  const { items, ranges, timezone } = home;
  const hasRequests = items.some((it) => it.requests_due);
  const hasCampaigns = items.some((it) => 'campaigns' in it);
  const hasPlans = items.some((it) => it.has_plan);
  const columns: readonly Column<HomeClient>[] = [
    {
      name: 'client',
      label: t('home.client'),
      cell: ({ client_id, business_name: name }) => (
        <Anchor fw={600} renderRoot={(props) => <Link to="/" search={{ client_id }} {...props} />}>
          <span dir="auto">{name}</span>
        </Anchor>
      ),
    },
    ...COLUMNS.map(([label, name, period]): Column<HomeClient> => ({
      name: label,
      label: t(`home.${label}`),
      isNumber: true,
      cell: ({ client_id, calls }) =>
        calls ? (
          <CallsLink
            calls={calls[period][name].count}
            search={callsOf(client_id, name, ranges[period], timezone)}
            what={t(`home.${name}`)}
            when={t(`home.${period}`)}
            figure={`${period}.${name}.count`}
            zone={timezone}
          />
        ) : (
          <Text span size="sm" c="dimmed">
            {t('home.unavailable')}
          </Text>
        ),
    })),
    {
      name: 'alerts',
      label: t('home.alertsColumn'),
      isNumber: true,
      cell: ({ client_id, alerts }) => {
        if (!alerts) return t('home.unavailable');
        return (
          <Anchor
            fw={alerts.critical > 0 ? 700 : 400}
            renderRoot={(props) => <Link to="/alerts" search={{ client_id }} {...props} />}
            aria-label={t('home.alertsOf', {
              formatted: count(alerts.open),
              critical: count(alerts.critical),
            })}
          >
            {count(alerts.open)}
            {alerts.critical > 0 && ` (${t('home.critical', { formatted: count(alerts.critical) })})`}
          </Anchor>
        );
      },
    },
    {
      name: 'capacity',
      label: t('home.capacityColumn'),
      isNumber: true,
      cell: ({ capacity }) =>
        capacity
          ? `${count(capacity.in_use)}${capacity.concurrency_limit === null ? '' : ` / ${count(capacity.concurrency_limit)}`}`
          : t('home.unavailable'),
    },
    ...(hasRequests
      ? [
          {
            name: 'requests',
            label: t('home.requests'),
            isNumber: true,
            cell: ({ client_id, requests_due: due }: HomeClient) =>
              due && (
                <Anchor
                  renderRoot={(props) => <Link to="/requests" search={{ client_id }} {...props} />}
                  aria-label={`${t('home.requests')}: ${count(due.overdue + due.urgent)}`}
                >
                  {count(due.overdue + due.urgent)}
                </Anchor>
              ),
          },
        ]
      : []),
    ...(hasCampaigns
      ? [
          {
            name: 'campaigns',
            label: t('home.campaignsColumn'),
            isNumber: true,
            cell: ({ client_id, campaigns }: HomeClient) =>
              campaigns ? (
                <Anchor
                  renderRoot={(props) => (
                    <Link to="/campaigns" search={{ client_id, status: 'running' }} {...props} />
                  )}
                  aria-label={`${t('home.campaignsColumn')}: ${count(campaigns.running)}`}
                >
                  {count(campaigns.running)}
                </Anchor>
              ) : (
                campaigns === null && t('home.unavailable')
              ),
          },
        ]
      : []),
    ...(hasPlans
      ? [
          {
            name: 'billing',
            label: t('home.toBilling'),
            cell: ({ client_id, business_name: name, has_plan }: HomeClient) =>
              has_plan ? (
                <Anchor
                  renderRoot={(props) => <Link to="/billing" search={{ client_id }} {...props} />}
                  aria-label={`${t('home.openBilling')} – ${t('home.toBilling')}: ${name}`}
                >
                  {t('home.openBilling')}
                </Anchor>
              ) : (
                has_plan === false && (
                  <Text span size="sm" c="dimmed">
                    {t('home.noPlan')}
                  </Text>
                )
              ),
          },
        ]
      : []),
  ];
  const rows = isWhole ? items : items.slice(0, SHOWN);
  return (
    <Panel title={t('home.clients')}>
      <Text size="sm" c="dimmed">
        {t('home.clientsText')}
      </Text>
      <div className="wraps">
        <DataTable caption={t('home.clients')} columns={columns} rows={rows} keyOf={(it) => it.client_id} />
      </div>
      {rows.length < items.length && (
        <Button
          variant="default"
          size="xs"
          onClick={() => setWhole(true)}
          style={{ alignSelf: 'flex-start' }}
        >
          {t('home.showAll', { formatted: count(items.length) })}
        </Button>
      )}
    </Panel>
  );
}
