import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignLaunchPreview } from '../../../api/generated';
import { getCampaignLaunchPreviewOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { DataTable } from '../../../parts/tables/DataTable';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { Empty, Loading, Loaded } from '../../../parts/States';
import { useNumbers } from '../../../texts/numbers';
import { useCampaignAddress } from '../queries';

const HEIGHT = 180;
/** A day, and the longest weekend with holidays. */
const SPANS = ['24', '120'] as const;
const Chart = lazy(() => import('./LaunchHoursChart'));

function Hours({ preview, isTable }: { readonly preview: CampaignLaunchPreview; readonly isTable: boolean }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const title = t('campaigns.hours');
  if (preview.callable_contacts === 0) {
    return <Empty title={t('campaigns.noHours')} next={t('campaigns.noHoursNext')} />;
  }
  if (!isTable) {
    return (
      <Suspense fallback={<Loading height={HEIGHT} label={title} />}>
        <Chart hours={preview.hours} height={HEIGHT} />
      </Suspense>
    );
  }
  return (
    <DataTable
      caption={title}
      rows={preview.hours}
      keyOf={(row) => row.starts_at_utc}
      columns={[
        { name: 'hour', label: t('campaigns.hour'), cell: (row) => <Instant at={row.starts_at_utc} /> },
        {
          name: 'contacts',
          label: t('campaigns.mayBeCalled'),
          isNumber: true,
          cell: (row) => count(row.contacts),
        },
      ]}
    />
  );
}

/** How many contacts may be called in each of the next hours (campaigns 6.7). */
export function LaunchHours({ blockers }: { readonly blockers: number }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const { path, query } = useCampaignAddress();
  const [span, setSpan] = useState<string>(SPANS[0]);
  const [isTable, setTable] = useState(false);
  const title = t('campaigns.hours');
  const preview = useQuery(
    getCampaignLaunchPreviewOptions({ path, query: { ...query, hours: Number(span) } }),
  );
  return (
    <Panel
      title={title}
      aside={
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t('campaigns.hoursSpan')}
            data={SPANS.map((value) => ({
              value,
              label: t('campaigns.hoursCount', { count: Number(value) }),
            }))}
            value={span}
            onChange={setSpan}
          />
          <Button size="xs" variant="default" onClick={() => setTable(!isTable)}>
            {t(isTable ? 'analytics.asChart' : 'analytics.asTable')}
          </Button>
        </Group>
      }
    >
      <Text size="sm" c="dimmed">
        {t('campaigns.hoursHelp')}
      </Text>
      {blockers > 0 && (
        <Alert variant="outline" color="yellow">
          {t('campaigns.hoursBlocked', { count: blockers })}
        </Alert>
      )}
      <Loaded query={preview} what={title} height={HEIGHT}>
        {(data) => (
          <Stack>
            <Hours preview={data} isTable={isTable} />
            <Facts
              caption={t('campaigns.preview')}
              rows={[
                [t('campaigns.mayBeCalled'), count(data.callable_contacts)],
                [t('campaigns.laterThanHours'), count(data.later_contacts)],
                ...Object.entries(data.not_callable_by_reason).map(
                  ([reason, contacts]) =>
                    [
                      t('campaigns.mayNot', { reason: t(`campaignWords.reason.${reason}`) }),
                      count(contacts),
                    ] as const,
                ),
                [
                  t('campaigns.atOnceLimit'),
                  data.concurrent_calls === null ? t('campaigns.noCapacity') : count(data.concurrent_calls),
                ],
              ]}
            />
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
