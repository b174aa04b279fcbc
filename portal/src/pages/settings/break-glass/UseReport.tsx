import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useView } from '../../../address/view';
import { closeBreakGlass, confirmBreakGlassUse } from '../../../api/generated';
import {
  getBreakGlassUseOptions,
  getBreakGlassUseQueryKey,
  listAlertsQueryKey,
  listBreakGlassUsesQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../data/write';
import { WriteDialog } from '../../../parts/forms/WriteDialog';
import { Refusal } from '../../../parts/Refusal';
import { Loaded } from '../../../parts/States';
import { DataTable } from '../../../parts/tables/DataTable';
import { Pager } from '../../../parts/tables/Pager';
import { Instant } from '../../../parts/values/Instant';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import type { Session } from '../../../session/session';
import { Act } from './Act';
import { WATCHED } from './watched';

/** Shows the acts of a use; closes it, or confirms it afterwards. */
export function UseReport({
  useId,
  session,
  onClose,
}: {
  readonly useId: string;
  readonly session: Session;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const at = { path: { use_id: useId }, query: { client_id } };
  const [page, setPage] = useState(1);
  const report = useQuery({
    ...getBreakGlassUseOptions({ ...at, query: { client_id, page } }),
    ...WATCHED,
  });
  const changes = [
    getBreakGlassUseQueryKey({ ...at, query: { client_id, page } }),
    listBreakGlassUsesQueryKey({ query: { client_id } }),
    // Confirming it ends an alert.
    listAlertsQueryKey({ query: { client_id } }),
  ];
  const end = useWrite(
    async (act: 'close' | 'confirm', key) =>
      act === 'close'
        ? (
            await closeBreakGlass({
              query: { client_id },
              headers: { 'Idempotency-Key': key },
              body: { use_id: useId },
            })
          ).data
        : (await confirmBreakGlassUse({ ...at, headers: { 'Idempotency-Key': key } })).data,
    { changes, onDone: (_, act) => notifications.show({ message: t(`breakGlass.done.${act}`) }) },
  );
  const title = t('breakGlass.report');
  return (
    <WriteDialog isPending={end.isPending} size="lg" onClose={onClose} title={title}>
      <Loaded query={report} what={title} height={240}>
        {(use) => {
          const mayConfirm =
            use.state !== 'open' &&
            use.confirmed_at_utc === null &&
            use.holder_id !== session.user_id &&
            session.break_glass_id === null;
          return (
            <Stack>
              <Group gap="xs">
                <StatusLabel kind="breakGlass" value={use.state} />
                <Text size="sm">
                  <Instant at={use.opened_at_utc} /> – <Instant at={use.closed_at_utc ?? use.ends_at_utc} />
                </Text>
              </Group>
              <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                {use.reason ?? t('breakGlass.reasonUnavailable')}
              </Text>
              {use.acts.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {t('breakGlass.noActs')}
                </Text>
              ) : (
                <DataTable
                  caption={t('breakGlass.acts')}
                  rows={use.acts.map((act, place) => ({ ...act, place }))}
                  keyOf={(row) => String(row.place)}
                  columns={[
                    {
                      name: 'at',
                      label: t('breakGlass.at'),
                      cell: (row) => <Instant at={row.occurred_at_utc} />,
                    },
                    {
                      name: 'action',
                      label: t('breakGlass.action'),
                      cell: (row) => <Act act={row} />,
                    },
                  ]}
                />
              )}
              <Pager pagination={use.pagination} what={t('breakGlass.acts')} onChange={setPage} />
              <Refusal problem={end.problem} />
              <Group justify="flex-end">
                {use.state === 'open' && (
                  <Button color="red" loading={end.isPending} onClick={() => end.send('close')}>
                    {t('breakGlass.close')}
                  </Button>
                )}
                {mayConfirm && (
                  <Button loading={end.isPending} onClick={() => end.send('confirm')}>
                    {t('breakGlass.confirm')}
                  </Button>
                )}
              </Group>
              {use.holder_id === session.user_id && use.state !== 'open' && use.confirmed_at_utc === null && (
                <Text size="xs" c="dimmed">
                  {t('breakGlass.askOther')}
                </Text>
              )}
            </Stack>
          );
        }}
      </Loaded>
    </WriteDialog>
  );
}
