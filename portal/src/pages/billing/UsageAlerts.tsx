import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteUsageAlert, type UsageAlert } from '../../api/generated';
import {
  listUsageAlertsOptions,
  listUsageAlertsQueryKey,
} from '../../api/generated/@tanstack/react-query.gen';
import { useProjects } from '../../data/projects';
import { useWrite } from '../../data/write';
import { Confirm } from '../../parts/Confirm';
import { DataTable } from '../../parts/tables/DataTable';
import { Instant } from '../../parts/values/Instant';
import { Panel } from '../../parts/Panel';
import { Empty, Loaded } from '../../parts/States';
import { useNumbers } from '../../texts/numbers';

// Loaded on demand: its fields are large, and few people open it.
const AlertForm = lazy(async () => ({ default: (await import('./AlertForm')).AlertForm }));

type Open =
  { readonly action: 'create' } | { readonly action: 'change' | 'delete'; readonly alert: UsageAlert };

function Threshold({ of, currency }: { readonly of: UsageAlert; readonly currency: string }) {
  const { t } = useTranslation();
  const { count, minorUnits } = useNumbers();
  const { threshold_type: type, threshold_value: value } = of;
  const shown = type === 'amount_cents' ? minorUnits(value, currency) : count(value);
  return <>{t(`billing.threshold.${type}`, { value: shown })}</>;
}

function DeleteAlert({
  clientId,
  currency,
  alert,
  onClose,
}: {
  readonly clientId: string;
  readonly currency: string;
  readonly alert: UsageAlert;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const remove = useWrite(
    async (alert_id: string) =>
      (await deleteUsageAlert({ path: { alert_id }, query: { client_id: clientId } })).data,
    {
      changes: [listUsageAlertsQueryKey({ query: { client_id: clientId } })],
      onDone: () => {
        onClose();
        notifications.show({ message: t('billing.alertDeleted') });
      },
    },
  );
  return (
    <Confirm
      title={t('billing.deleteAlert')}
      action={t('billing.delete')}
      write={remove}
      onConfirm={() => remove.send(alert.alert_id)}
      onClose={onClose}
    >
      <Text size="sm">
        {t(`words.meter.${alert.meter_id}`)}: <Threshold of={alert} currency={currency} />
      </Text>
      <Text size="sm">{t(alert.is_capping ? 'billing.deleteCapping' : 'billing.deleteAlertText')}</Text>
    </Confirm>
  );
}

/** The usage thresholds that send a mail or pause campaigns. */
export function UsageAlerts({
  clientId,
  currency,
}: {
  readonly clientId: string;
  readonly currency: string;
}) {
  const { t } = useTranslation();
  const projects = useProjects();
  const alerts = useQuery(listUsageAlertsOptions({ query: { client_id: clientId } }));
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const of = { clientId, currency };
  const title = t('billing.alerts');
  const create = (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPlus aria-hidden size={14} />}
      onClick={() => setOpen({ action: 'create' })}
    >
      {t('billing.addAlert')}
    </Button>
  );
  return (
    <Panel title={title} aside={alerts.data?.usage_alerts.length === 0 ? undefined : create}>
      <Loaded query={alerts} what={title} height={160}>
        {({ usage_alerts: rows }) =>
          rows.length === 0 ? (
            <Empty title={t('billing.noAlerts')} next={t('billing.noAlertsNext')} action={create} />
          ) : (
            <DataTable
              caption={title}
              rows={rows}
              keyOf={(row) => row.alert_id}
              columns={[
                { name: 'meter', label: t('billing.meter'), cell: (row) => t(`words.meter.${row.meter_id}`) },
                {
                  name: 'project',
                  label: t('shell.project'),
                  cell: (row) =>
                    row.project_id === null
                      ? t('billing.allTogether')
                      : (projects?.find(({ value }) => value === row.project_id)?.label ?? row.project_id),
                },
                {
                  name: 'threshold',
                  label: t('billing.reachedAt'),
                  cell: (row) => <Threshold of={row} currency={currency} />,
                },
                {
                  name: 'action',
                  label: t('billing.does'),
                  cell: (row) => t(`billing.action.${row.action}`),
                },
                {
                  name: 'reached',
                  label: t('billing.lastReached'),
                  cell: (row) =>
                    row.last_reached ? (
                      <Stack gap={2}>
                        <Text size="sm">
                          <Instant at={row.last_reached.reached_at} />
                        </Text>
                        <Text size="xs" c="dimmed">
                          {t(`billing.mail.${row.last_reached.mail_status}`)}
                        </Text>
                        {row.is_capping && <Text size="xs">{t('billing.capping')}</Text>}
                      </Stack>
                    ) : (
                      t('billing.notReached')
                    ),
                },
                {
                  name: 'actions',
                  label: t('billing.actions'),
                  cell: (row) => (
                    <Group gap="xs" wrap="nowrap">
                      <Button
                        size="compact-xs"
                        variant="default"
                        onClick={() => setOpen({ action: 'change', alert: row })}
                      >
                        {t('billing.change')}
                      </Button>
                      <Button
                        size="compact-xs"
                        variant="default"
                        onClick={() => setOpen({ action: 'delete', alert: row })}
                      >
                        {t('billing.delete')}
                      </Button>
                    </Group>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <Suspense>
        {open?.action === 'create' && <AlertForm {...of} onClose={close} />}
        {open?.action === 'change' && <AlertForm {...of} alert={open.alert} onClose={close} />}
      </Suspense>
      {open?.action === 'delete' && <DeleteAlert {...of} alert={open.alert} onClose={close} />}
    </Panel>
  );
}
