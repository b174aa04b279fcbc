import { Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { getBillingOverviewOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { useView } from '../../address/view';
import { StatusLabel } from '../../parts/values/StatusLabel';

/**
 * Says that an invoice is overdue. The provider of invoices knows that, and the service keeps no
 * record of it, so it is not an alert to acknowledge: it ends with the payment.
 */
export function OverdueInvoice() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const may = useMay();
  // A client without a plan has no overview.
  const { data } = useQuery({
    ...getBillingOverviewOptions({ query: { client_id } }),
    enabled: may('getBillingOverview'),
  });
  if (data?.billing.invoice_status !== 'overdue') return null;
  return (
    <Paper withBorder p="sm" mb="xs">
      <Stack gap={4}>
        <Group gap="sm">
          <StatusLabel kind="severity" value="warning" />
          <Link className="subjectLink" to="/billing" search={{ client_id, invoice_status: 'open' }}>
            {t('alerts.invoices')}
          </Link>
        </Group>
        <Text fw={600}>{t('alerts.invoiceOverdue')}</Text>
        <Text size="sm">{t('alerts.invoiceAction')}</Text>
      </Stack>
    </Paper>
  );
}
