import { Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useView } from '../../../address/view';
import type { ReportSchedule } from '../../../api/generated';
import { listReportDeliveriesOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { Empty, Loaded } from '../../../parts/States';
import { DataTable } from '../../../parts/tables/DataTable';
import { Day } from '../../../parts/values/Day';
import { Instant } from '../../../parts/values/Instant';
import { StatusLabel } from '../../../parts/values/StatusLabel';

/** Lists the mails of a report, period by period. */
export function Deliveries({
  schedule,
  onClose,
}: {
  readonly schedule: ReportSchedule;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const { schedule_id } = schedule;
  const deliveries = useQuery(listReportDeliveriesOptions({ path: { schedule_id }, query: { client_id } }));
  const title = t('reports.deliveriesTitle', { name: schedule.name });
  return (
    <Modal opened size="lg" onClose={onClose} title={title}>
      <Loaded query={deliveries} what={t('reports.deliveries')} height={160}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={t('reports.noDeliveries')} next={t('reports.noDeliveriesNext')} />
          ) : (
            <DataTable
              caption={title}
              rows={items}
              keyOf={(row) => row.delivery_id}
              columns={[
                {
                  name: 'period',
                  label: t('reports.period'),
                  cell: (row) => (
                    <>
                      <Day on={row.period_from} />
                      {row.period_until !== row.period_from && (
                        <>
                          {' – '}
                          <Day on={row.period_until} />
                        </>
                      )}
                    </>
                  ),
                },
                {
                  name: 'status',
                  label: t('reports.status'),
                  cell: (row) => (
                    <div>
                      <StatusLabel kind="report" value={row.status} />
                      {row.failure_code && (
                        <Text size="xs" c="dimmed">
                          {t(`reports.failure.${row.failure_code}`)}
                        </Text>
                      )}
                    </div>
                  ),
                },
                {
                  name: 'sent',
                  label: t('reports.sentAt'),
                  cell: (row) => (
                    <div>
                      <Instant at={row.sent_at_utc} />
                      {row.mails_sent > 0 && (
                        <Text size="xs" c="dimmed">
                          {t('reports.sentTo', { count: row.mails_sent })}
                        </Text>
                      )}
                    </div>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
    </Modal>
  );
}
