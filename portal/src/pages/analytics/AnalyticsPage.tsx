import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getCallSummaryOptions } from '../../api/generated/@tanstack/react-query.gen';
import { analyticsQuery, useView } from '../../address/view';
import { Loaded } from '../../parts/States';
import { PageHead, ViewFilters } from '../../shell/PageHead';
import { CallerMix } from './CallerMix';
import { Ends, Feelings, Outcomes } from './Shares';
import { Providers } from './Providers';
import { Timeline } from './Timeline';
import { Totals } from './Totals';

/** How calls went, in figures that the API's routes give. */
export function AnalyticsPage() {
  const { t } = useTranslation();
  const view = useView();
  const summary = useQuery(getCallSummaryOptions({ query: analyticsQuery(view) }));
  return (
    <>
      <PageHead title={t('pages.analytics')} help={t('help.analytics')} chapter="analytics">
        <ViewFilters />
      </PageHead>
      <Stack gap="md">
        <Loaded query={summary} what={t('analytics.total')} height={{ base: 359, sm: 186 }}>
          {(data) => <Totals summary={data} zone={view.zone} />}
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
        <Providers />
      </Stack>
    </>
  );
}
