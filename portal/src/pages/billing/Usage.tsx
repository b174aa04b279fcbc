import { Button, Stack, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BillingOverview, MeteredUsageLine } from '../../api/generated';
import { DataTable } from '../../parts/DataTable';
import { Facts } from '../../parts/Facts';
import { Instant } from '../../parts/Instant';
import { useNumbers } from '../../texts/numbers';

function Line({ of }: { readonly of: MeteredUsageLine }) {
  const { t } = useTranslation();
  const { count, minorUnits } = useNumbers();
  const [isOpen, setOpen] = useState(false);
  const name = t(`words.meter.${of.meter_id}`);
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {name}
      </Text>
      <Facts
        caption={name}
        rows={[
          [t('billing.used'), count(of.total_quantity)],
          [t('billing.included'), count(of.included_units)],
          [t('billing.overage'), count(of.overage_units)],
          [t('billing.rate'), minorUnits(of.per_unit_rate_cents, of.currency)],
          [t('billing.charges'), minorUnits(of.estimated_charges_cents, of.currency)],
          ...(of.message_count === null
            ? []
            : ([
                [t('billing.messages'), count(of.message_count)],
                [t('billing.failedMessages'), count(of.failed_count)],
              ] as const)),
          [
            t('billing.freshness'),
            of.usage_freshness_utc ? <Instant at={of.usage_freshness_utc} /> : t('billing.unavailable'),
          ],
        ]}
      />
      {of.usage_stale && <Text size="sm">{t(`billing.stale.${of.stale_reason}`)}</Text>}
      {of.attribution_status === 'unavailable' ? (
        <Text size="sm" c="dimmed">
          {t('billing.noAttribution')}
        </Text>
      ) : (
        of.by_project.length > 0 && (
          <Stack gap="xs" align="flex-start">
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => setOpen(!isOpen)}
              aria-expanded={isOpen}
            >
              {t(isOpen ? 'billing.hideProjects' : 'billing.showProjects')}
            </Button>
            {isOpen && (
              <DataTable
                caption={t('billing.byProject', { meter: name })}
                rows={of.by_project}
                keyOf={(row) => row.project_id}
                columns={[
                  {
                    name: 'project',
                    label: t('shell.project'),
                    cell: (row) => row.project_name ?? row.project_id,
                  },
                  {
                    name: 'quantity',
                    label: t('billing.used'),
                    isNumber: true,
                    cell: (row) => count(row.quantity),
                  },
                ]}
              />
            )}
          </Stack>
        )
      )}
    </Stack>
  );
}

/** Usage in the period by meter, and how fresh it is. */
export function Usage({ of }: { readonly of: BillingOverview }) {
  const { t } = useTranslation();
  if (of.usage_status === 'unavailable') {
    return (
      <Stack align="center" gap="xs" py="xl" role="status">
        <IconCloudOff aria-hidden size={28} stroke={1.5} color="var(--mantine-color-dimmed)" />
        <Text fw={600}>{t('billing.usageUnavailable')}</Text>
        <Text c="dimmed" ta="center">
          {t('billing.usageUnavailableText')}
        </Text>
      </Stack>
    );
  }
  return (
    <Stack>
      {of.metered_usage_lines.map((line) => (
        <Line key={line.meter_id} of={line} />
      ))}
    </Stack>
  );
}
