import { Select, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getCallSummaryOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useChangeView, useView } from '../../address/view';
import { Loaded } from '../../parts/States';
import { PageHead, ViewFilters } from '../../shell/PageHead';
import { CallerMix } from './CallerMix';
import { CostsAndWaits } from './CostsAndWaits';
import { DIRECTIONS, useDirection, useFigureQuery, useQueryBefore } from './direction';
import { Ends, Feelings, Outcomes } from './Shares';
import { Providers } from './Providers';
import { Timeline } from './Timeline';
import { Totals } from './Totals';
import { VersionChoice } from './VersionChoice';

/** Calls in both directions, or in one. */
function DirectionChoice() {
  const { t } = useTranslation();
  const direction = useDirection();
  const change = useChangeView();
  return (
    <Select
      size="xs"
      w={160}
      clearable
      aria-label={t('analytics.direction')}
      placeholder={t('analytics.both')}
      data={DIRECTIONS.map((value) => ({ value, label: t(`words.direction.${value}`) }))}
      value={direction ?? null}
      onChange={(value) => change({ direction: value ?? undefined })}
    />
  );
}

/** Figures about the calls of a range. */
export function AnalyticsPage() {
  const { t } = useTranslation();
  const view = useView();
  const query = useFigureQuery();
  const summary = useQuery(getCallSummaryOptions({ query }));
  const earlier = useQueryBefore();
  const before = useQuery(getCallSummaryOptions({ query: earlier.query }));
  // A missed inbound call differs from a contact who did not answer.
  const inbound = useQuery({
    ...getCallSummaryOptions({ query: { ...query, direction: 'inbound' } }),
    enabled: query.direction !== 'outbound',
  });
  const inboundBefore = useQuery({
    ...getCallSummaryOptions({ query: { ...earlier.query, direction: 'inbound' } }),
    enabled: query.direction !== 'outbound',
  });
  return (
    <>
      <PageHead
        title={t('pages.analytics')}
        help={t('help.analytics')}
        chapter="analytics"
        api={{ operation: 'getCallSummary', query }}
      >
        <ViewFilters>
          <DirectionChoice />
          <VersionChoice />
        </ViewFilters>
      </PageHead>
      <Stack gap="md">
        <Loaded query={summary} what={t('analytics.total')} height={{ base: 463, sm: 250 }}>
          {(data) => (
            <Totals
              summary={data}
              inbound={inbound.data}
              earlier={earlier}
              before={before.data}
              inboundBefore={inboundBefore.data}
              zone={view.zone}
            />
          )}
        </Loaded>
        <Timeline />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Outcomes />
          <Feelings />
          <Loaded query={summary} what={t('analytics.disconnection')} height={260}>
            {(data) => <Ends summary={data} />}
          </Loaded>
          <CallerMix />
        </SimpleGrid>
        <Loaded query={summary} what={t('analytics.costsAndWaits')} height={200}>
          {(data) => <CostsAndWaits summary={data} />}
        </Loaded>
        <Providers />
      </Stack>
    </>
  );
}
