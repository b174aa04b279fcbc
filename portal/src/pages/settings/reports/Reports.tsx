import { Anchor, Button, Menu, Stack, Text } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../address/assignment';
import { useChangeView, useView } from '../../../address/view';
import type { ReportSchedule } from '../../../api/generated';
import { listReportSchedulesOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { DataTable } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { AskReport, type ReportAction } from './AskReport';
import { Deliveries } from './Deliveries';
import { ReportForm } from './ReportForm';

type Opened =
  | { readonly what: 'form'; readonly schedule: ReportSchedule | null }
  | { readonly what: 'deliveries'; readonly schedule: ReportSchedule }
  | { readonly what: ReportAction; readonly schedule: ReportSchedule };

/** Figures that are sent by mail (report-schedules section 1). */
export function Reports() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [opened, open] = useState<Opened | null>(null);
  const reports = useQuery(listReportSchedulesOptions({ query: { client_id } }));
  const title = t('settings.reports');
  const close = () => open(null);
  const add = () => open({ what: 'form', schedule: null });
  const canAdd = (reports.data?.recipients.length ?? 0) > 0;
  return (
    <Panel
      title={title}
      aside={
        <Button size="xs" leftSection={<IconPlus aria-hidden size={16} />} disabled={!canAdd} onClick={add}>
          {t('reports.add')}
        </Button>
      }
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('reports.text')}
        </Text>
        <Loaded query={reports} what={title} height={160}>
          {({ items, recipients }) => (
            <>
              {recipients.length === 0 && <NoAddress />}
              {items.length === 0 ? (
                recipients.length > 0 && <Empty title={t('reports.none')} next={t('reports.noneNext')} />
              ) : (
                <DataTable
                  caption={title}
                  rows={items}
                  keyOf={(row) => row.schedule_id}
                  columns={[
                    {
                      name: 'name',
                      label: t('reports.name'),
                      cell: (row) => (
                        <div>
                          <Text size="sm" fw={500} dir="auto">
                            {row.name}
                          </Text>
                          <Text size="xs" c="dimmed">
                            {t(`reports.kind.${row.report}`)}
                          </Text>
                        </div>
                      ),
                    },
                    {
                      name: 'frequency',
                      label: t('reports.frequency'),
                      cell: (row) => `${t(`reports.every.${row.frequency}`)}, ${row.send_at_local}`,
                    },
                    {
                      name: 'status',
                      label: t('reports.status'),
                      cell: (row) => (
                        <div>
                          <StatusLabel kind="schedule" value={row.status} />
                          {row.pause_reason === 'owner_without_access' && (
                            <Text size="xs" c="dimmed">
                              {t('reports.withoutOwner')}
                            </Text>
                          )}
                        </div>
                      ),
                    },
                    {
                      name: 'next',
                      label: t('reports.next'),
                      cell: (row) => <Instant at={row.next_run_at_utc} />,
                    },
                    {
                      name: 'last',
                      label: t('reports.last'),
                      cell: (row) =>
                        row.last_delivery ? (
                          <StatusLabel kind="report" value={row.last_delivery.status} />
                        ) : (
                          '–'
                        ),
                    },
                    {
                      name: 'action',
                      label: t('reports.actions'),
                      cell: (row) => <ReportMenu schedule={row} open={open} />,
                    },
                  ]}
                />
              )}
            </>
          )}
        </Loaded>
      </Stack>
      {opened?.what === 'form' && reports.data && (
        <ReportForm schedule={opened.schedule} choice={reports.data} onClose={close} />
      )}
      {opened?.what === 'deliveries' && <Deliveries schedule={opened.schedule} onClose={close} />}
      {opened && opened.what !== 'form' && opened.what !== 'deliveries' && (
        <AskReport action={opened.what} schedule={opened.schedule} onClose={close} />
      )}
    </Panel>
  );
}

/** Nothing can be sent without a confirmed address, so this links to where one is added. */
function NoAddress() {
  const { t } = useTranslation();
  const may = useMay();
  const change = useChangeView();
  const mayAdd = may('createEmailAddress');
  return (
    <Empty
      title={t('reports.noAddress')}
      next={t(mayAdd ? 'reports.noAddressNext' : 'reports.noAddressAsk')}
      action={
        mayAdd && (
          <Anchor component="button" type="button" onClick={() => change({ tab: 'addresses' })}>
            {t('reports.toAddresses')}
          </Anchor>
        )
      }
    />
  );
}

function ReportMenu({
  schedule,
  open,
}: {
  readonly schedule: ReportSchedule;
  readonly open: (opened: Opened) => void;
}) {
  const { t } = useTranslation();
  const actions = ['sample', schedule.status === 'paused' ? 'resume' : 'pause', 'delete'] as const;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${t('reports.actions')}: ${schedule.name}`}
          leftSection={<IconDots aria-hidden size={14} />}
          miw="max-content"
        >
          {t('reports.actions')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => open({ what: 'form', schedule })}>{t('reports.change')}</Menu.Item>
        <Menu.Item onClick={() => open({ what: 'deliveries', schedule })}>
          {t('reports.deliveries')}
        </Menu.Item>
        {actions.map((what) => (
          <Menu.Item
            key={what}
            {...(what === 'delete' && { color: 'red' })}
            onClick={() => open({ what, schedule })}
          >
            {t(`reports.${what}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
