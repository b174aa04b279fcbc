import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionRecord } from '../../../api/generated';
import { useChangeView } from '../../../address/view';
import { Panel } from '../../../parts/Panel';
import { Empty } from '../../../parts/States';
import { DataTable } from '../../../parts/tables/DataTable';
import { AtByCell } from '../../../parts/values/Person';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { NewConnection } from './NewConnection';

/** The connections of a client to its directories. */
export function Connections({ connections }: { readonly connections: readonly ConnectionRecord[] }) {
  const { t } = useTranslation();
  const change = useChangeView();
  const [isCreating, setCreating] = useState(false);
  const title = t('sso.connections');
  const open = (connection: string): void => change({ connection });
  return (
    <Panel
      title={title}
      aside={
        <Button size="xs" leftSection={<IconPlus aria-hidden size={16} />} onClick={() => setCreating(true)}>
          {t('sso.newConnection')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {t('sso.text')}
      </Text>
      {connections.length === 0 ? (
        <Empty title={t('sso.noConnections')} next={t('sso.noConnectionsNext')} />
      ) : (
        <DataTable
          caption={title}
          rows={connections}
          keyOf={(row) => row.connection_id}
          columns={[
            {
              name: 'name',
              label: t('sso.name'),
              cell: (row) => (
                <Anchor component="button" size="sm" onClick={() => open(row.connection_id)}>
                  {row.name}
                </Anchor>
              ),
            },
            { name: 'kind', label: t('sso.kind'), cell: (row) => t(`sso.kinds.${row.kind}`) },
            {
              name: 'state',
              label: t('sso.state'),
              cell: (row) => (
                <Stack gap={0}>
                  <StatusLabel kind="connection" value={row.state} />
                  {row.is_serving && row.state !== 'active' && (
                    <Text size="sm" c="dimmed">
                      {t('sso.earlierServe')}
                    </Text>
                  )}
                </Stack>
              ),
            },
            { name: 'domains', label: t('sso.domains'), cell: (row) => row.domains.join(', ') || '–' },
            {
              name: 'changed',
              label: t('sso.changed'),
              cell: (row) => <AtByCell at={row.updated_at_utc} by={row.updated_by} />,
            },
          ]}
        />
      )}
      {isCreating && <NewConnection onClose={() => setCreating(false)} onCreated={open} />}
    </Panel>
  );
}
