import { SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import { getBillingOverviewOptions } from '../../api/generated/@tanstack/react-query.gen';
import type { Assignment } from '../../session/session';
import { useAssignment, useMay } from '../../address/assignment';
import { Panel } from '../../parts/Panel';
import { Empty, Loaded } from '../../parts/States';
import { PageHead } from '../../shell/PageHead';
import { Adjustments, Discounts } from './Changes';
import { Invoices } from './Invoices';
import { Plan } from './Plan';
import { ProviderPages } from './ProviderPages';
import { Recipients } from './Recipients';
import { Forecast } from '../../parts/figures/Forecast';
import { Usage } from './Usage';
import { UsageAlerts } from './UsageAlerts';

function OfClient({ assignment: { client_id } }: { readonly assignment: Assignment }) {
  const { t } = useTranslation();
  const may = useMay();
  const overview = useQuery(getBillingOverviewOptions({ query: { client_id } }));
  // A client without a plan has no billing at all.
  if (overview.isError && asProblem(overview.error).kind === 'absent')
    return <Empty title={t('billing.none')} next={t('billing.noneNext')} />;
  return (
    <Stack>
      <Loaded query={overview} what={t('billing.plan')} height={{ base: 760, md: 352 }}>
        {({ billing }) => (
          <Stack>
            <Panel title={t('billing.money')}>
              <Forecast of={billing} />
            </Panel>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Panel title={t('billing.plan')}>
                <Plan of={billing} />
              </Panel>
              <Panel title={t('billing.usage')}>
                <Usage of={billing} />
              </Panel>
            </SimpleGrid>
          </Stack>
        )}
      </Loaded>
      <Panel title={t('billing.invoices')}>
        <Invoices clientId={client_id} />
      </Panel>
      {overview.data && (
        <>
          <Discounts of={overview.data.billing} />
          <Adjustments of={overview.data.billing} />
        </>
      )}
      {may('listInvoiceRecipients') && (
        <Recipients clientId={client_id} mayUnmask={may('unmaskInvoiceRecipients')} />
      )}
      {may('listUsageAlerts') && overview.data && (
        <UsageAlerts clientId={client_id} currency={overview.data.billing.currency} />
      )}
    </Stack>
  );
}

/** A client's charges and their plan. */
export function BillingPage() {
  const { t } = useTranslation();
  const assignment = useAssignment();
  if (!assignment) return null;
  return (
    <>
      <PageHead title={t('pages.billing')} help={t('help.billing')} chapter="billing">
        <ProviderPages clientId={assignment.client_id} />
      </PageHead>
      <OfClient assignment={assignment} />
    </>
  );
}
