import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { HomeResponse } from '../../api/generated';
import { getHomeOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../address/view';
import { Empty, Loaded } from '../../parts/States';
import { Instant } from '../../parts/values/Instant';
import { PageHead } from '../../shell/PageHead';
import { useIsWithoutProject, WithoutProject } from '../../shell/WithoutProject';
import { withTexts } from '../../texts/texts';
import { Clients } from './Clients';
import { Figures } from './Figures';
import { Setup } from './Setup';
import { Running, Waiting } from './Waiting';

// Only for clients with a plan, and with the texts of billing.
const Charges = lazy(async () => {
  const load = withTexts(['billing'], () => import('./Charges'));
  return { default: (await load()).Charges };
});

function Figured({ home, clientId }: { readonly home: HomeResponse; readonly clientId: string }) {
  const { t } = useTranslation();
  const client = home.items.find((it) => it.client_id === clientId);
  const isWithout = useIsWithoutProject();
  if (!client) return <Empty title={t('home.none')} next={t('home.noneNext')} />;
  // The setup steps come first until calls arrive.
  const isNew = client.calls?.last_7_days.total.count === 0;
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" component="div">
        <span dir="auto">{client.business_name}</span> · {t('status.asOf')} <Instant at={home.as_of_utc} />
      </Text>
      {isWithout ? (
        <WithoutProject order={2} />
      ) : (
        <>
          {isNew && <Setup client={client} isNew />}
          <Figures client={client} home={home} />
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Waiting client={client} />
            <Running client={client} />
            {client.has_plan && (
              <Suspense fallback={<Skeleton height={160} />}>
                <Charges clientId={clientId} />
              </Suspense>
            )}
            {!isNew && <Setup client={client} />}
          </SimpleGrid>
        </>
      )}
      {home.items.length > 1 && <Clients home={home} />}
    </Stack>
  );
}

/** The first page of the day: what needs attention, for the client in view and for all others. */
export function HomePage() {
  const { t } = useTranslation();
  const { client_id: clientId, zone } = useView();
  const home = useQuery({
    ...getHomeOptions({ query: { timezone: zone } }),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHead title={t('pages.home')} help={t('help.home')} chapter="home" />
      <Loaded query={home} what={t('pages.home')} height={480}>
        {(data) => <Figured home={data} clientId={clientId} />}
      </Loaded>
    </>
  );
}
