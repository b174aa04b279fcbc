import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { revokeOtherPortalSessions, revokePortalSession } from '../../../api/generated';
import {
  listPortalSessionsOptions,
  listPortalSessionsQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import { DataTable } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { Panel } from '../../../parts/Panel';
import { browserName } from './browser-name';
import { Loaded } from '../../../parts/States';

/** The browsers in which the person is signed in. */
export function Sessions() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const sessions = useQuery(listPortalSessionsOptions());
  const end = useMutation({
    mutationFn: async (sessionId: string | null): Promise<void> => {
      if (sessionId === null) await revokeOtherPortalSessions();
      else await revokePortalSession({ path: { session_id: sessionId } });
    },
    onSuccess: () => notifications.show({ message: t('sessions.revoked') }),
    onSettled: () => queries.invalidateQueries({ queryKey: listPortalSessionsQueryKey() }),
  });
  const title = t('sessions.title');
  return (
    <Panel
      title={title}
      aside={
        (sessions.data?.items.length ?? 0) > 1 && (
          <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate(null)}>
            {t('sessions.revokeOthers')}
          </Button>
        )
      }
    >
      <Loaded query={sessions} what={title} height={160}>
        {({ items }) => (
          <DataTable
            caption={title}
            rows={items}
            keyOf={(row) => row.session_id}
            columns={[
              { name: 'agent', label: t('sessions.agent'), cell: (row) => browserName(row.agent) },
              { name: 'address', label: t('sessions.address'), cell: (row) => row.ip_masked ?? '–' },
              {
                name: 'created',
                label: t('sessions.created'),
                cell: (row) => <Instant at={row.created_at_utc} />,
              },
              {
                name: 'seen',
                label: t('sessions.seen'),
                cell: (row) => <Instant at={row.last_seen_at_utc} />,
              },
              {
                name: 'end',
                label: t('sessions.action'),
                cell: (row) =>
                  row.current ? (
                    <Text size="sm">{t('sessions.current')}</Text>
                  ) : (
                    <Button size="compact-xs" variant="default" onClick={() => end.mutate(row.session_id)}>
                      {t('sessions.revoke')}
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
