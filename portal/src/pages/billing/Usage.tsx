import { Button, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BillingOverview, MeteredUsageLine } from '../../api/generated';
import { useView } from '../../address/view';
import { Figure } from '../../parts/figures/Figure';
import { DataTable } from '../../parts/tables/DataTable';
import { Instant } from '../../parts/values/Instant';
import { useNumbers } from '../../texts/numbers';

function useFigures(): readonly (readonly [label: string, value: (of: MeteredUsageLine) => ReactNode])[] {
  const { t } = useTranslation();
  const { count, minorUnits } = useNumbers();
  const { client_id } = useView();
  const explained = (
    name: string,
    figure: string,
    text: (of: MeteredUsageLine) => string,
  ): readonly [string, (of: MeteredUsageLine) => ReactNode] => {
    const what = t(`billing.${name}`);
    return [
      what,
      (of) => (
        <Figure
          of={{
            route: '/v1/billing/overview',
            query: { client_id },
            figure: `billing.metered_usage_lines[meter_id].${figure}`,
            keys: [of.meter_id],
            currency: of.currency,
          }}
          what={`${what}, ${t(`words.meter.${of.meter_id}`)}`}
          // Usage is charged by the hour in which a call ended, so no list contains exactly its
          // calls.
          calls={null}
          isCompact
        >
          {text(of)}
        </Figure>
      ),
    ];
  };
  return [
    explained('used', 'total_quantity', (of) => count(of.total_quantity)),
    explained('included', 'included_units', (of) => count(of.included_units)),
    explained('overage', 'overage_units', (of) => count(of.overage_units)),
    explained('rate', 'per_unit_rate_cents', (of) => minorUnits(of.per_unit_rate_cents, of.currency)),
    explained('charges', 'estimated_charges_cents', (of) =>
      minorUnits(of.estimated_charges_cents, of.currency),
    ),
    explained('messages', 'message_count', (of) => count(of.message_count)),
    explained('failedMessages', 'failed_count', (of) => count(of.failed_count)),
    [
      t('billing.freshness'),
      (of) => (of.usage_freshness_utc ? <Instant at={of.usage_freshness_utc} /> : t('billing.unavailable')),
    ],
  ];
}

/** The meters side by side. */
function Figures({ of: lines }: { readonly of: readonly MeteredUsageLine[] }) {
  const { t } = useTranslation();
  const figures = useFigures();
  return (
    <ScrollArea viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('billing.usage') }}>
      <Table
        className="wraps"
        verticalSpacing={4}
        horizontalSpacing={4}
        withRowBorders={false}
        aria-label={t('billing.usage')}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {lines.map((of) => (
              <Table.Th key={of.meter_id} scope="col" ta="right">
                {t(`words.meter.${of.meter_id}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {figures.map(([label, value]) => (
            <Table.Tr key={label}>
              <Table.Th scope="row" fw={400} c="dimmed">
                {label}
              </Table.Th>
              {lines.map((of) => (
                <Table.Td key={of.meter_id} ta="right">
                  {value(of)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

/** Which projects a meter counts, and whether its figures may still change. */
function Notes({ of }: { readonly of: MeteredUsageLine }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const [isOpen, setOpen] = useState(false);
  const name = t(`words.meter.${of.meter_id}`);
  const byProject = t('billing.byProject', { meter: name });
  return (
    <>
      {of.usage_stale && (
        <Text size="sm">
          {name}: {t(`billing.stale.${of.stale_reason}`)}
        </Text>
      )}
      {of.attribution_status === 'unavailable' && (
        <Text size="sm" c="dimmed">
          {t('billing.noAttribution', { meter: name })}
        </Text>
      )}
      {of.attribution_status !== 'unavailable' && of.by_project.length > 0 && (
        <Stack gap="xs" align="flex-start">
          <Button size="compact-xs" variant="default" onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
            {isOpen ? t('billing.hideProjects') : byProject}
          </Button>
          {isOpen && (
            <DataTable
              caption={byProject}
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
      )}
    </>
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
    <Stack gap="xs">
      <Figures of={of.metered_usage_lines} />
      <Text size="sm" c="dimmed">
        {t('billing.whatCounts')}
      </Text>
      {of.metered_from_utc && (
        <Text size="sm">
          {t('billing.meteredFrom')} <Instant at={of.metered_from_utc} />
        </Text>
      )}
      {of.metered_usage_lines.map((line) => (
        <Notes key={line.meter_id} of={line} />
      ))}
    </Stack>
  );
}
