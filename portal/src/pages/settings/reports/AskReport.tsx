import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { useView } from '../../../address/view';
import {
  changeReportSchedule,
  deleteReportSchedule,
  requestReportSample,
  type ReportSchedule,
} from '../../../api/generated';
import { listReportSchedulesQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';

export type ReportAction = 'sample' | 'pause' | 'resume' | 'delete';

/** Asks for confirmation before mails are sent, stopped or resumed. */
export function AskReport({
  action,
  schedule,
  onClose,
}: {
  readonly action: ReportAction;
  readonly schedule: ReportSchedule;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const { schedule_id, name, etag } = schedule;
  const write = useWrite<undefined, unknown>(
    async (_, key) => {
      const to = { path: { schedule_id }, query: { client_id }, headers: { 'Idempotency-Key': key } };
      if (action === 'sample') return (await requestReportSample(to)).data;
      if (action === 'delete') return (await deleteReportSchedule(to)).data;
      const headers = { ...to.headers, 'If-Match': `"${etag}"` };
      const body = { status: action === 'pause' ? ('paused' as const) : ('active' as const) };
      return (await changeReportSchedule({ ...to, headers, body })).data;
    },
    {
      changes: [listReportSchedulesQueryKey()],
      onDone: () => {
        notifications.show({ message: t(`reports.${action}Done`, { name }) });
        onClose();
      },
    },
  );
  return (
    <Confirm
      title={t(`reports.${action}Title`)}
      action={t(`reports.${action}`)}
      isDangerous={action === 'delete'}
      write={write}
      onConfirm={() => write.send(undefined)}
      onClose={onClose}
    >
      <Text size="sm">{t(`reports.${action}Text`, { name })}</Text>
    </Confirm>
  );
}
