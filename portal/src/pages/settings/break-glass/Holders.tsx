import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useView } from '../../../address/view';
import type { HolderResponse } from '../../../api/generated';
import { listBreakGlassHoldersOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { DataTable } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { AtByCell } from '../../../parts/values/Person';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import type { Session } from '../../../session/session';
import { HoldersForm } from './HoldersForm';
import { Prove } from './Prove';

/** Two of them are enough of a way back even while one person is away. */
const ENOUGH = 2;

/** Whether a holder's passkey was tried recently, and what to do if not. */
function Proof({ holder }: { readonly holder: HolderResponse }) {
  const state = holder.counts ? 'proved' : 'not_proved';
  return (
    <Stack gap={2}>
      <StatusLabel kind="holder" value={holder.active ? state : 'no_longer'} />
      {holder.proved_at_utc && (
        <Text size="xs" c="dimmed">
          <Instant at={holder.proved_at_utc} />
        </Text>
      )}
    </Stack>
  );
}

/** The people who may sign in without a directory. */
export function Holders({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [isEditing, setEditing] = useState(false);
  const holders = useQuery(listBreakGlassHoldersOptions({ query: { client_id } }));
  const title = t('breakGlass.holders');
  return (
    <Panel
      title={title}
      aside={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil aria-hidden size={16} />}
          disabled={!holders.data}
          onClick={() => setEditing(true)}
        >
          {t('breakGlass.choose')}
        </Button>
      }
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('breakGlass.holdersText')}
        </Text>
        <Loaded query={holders} what={title} height={160}>
          {({ holders: rows, proved_count: proved }) =>
            rows.length === 0 ? (
              <Empty title={t('breakGlass.none')} next={t('breakGlass.noneNext')} />
            ) : (
              <>
                {proved < ENOUGH && (
                  <Alert color="yellow" variant="outline" title={t('breakGlass.tooFewTitle')}>
                    {t('breakGlass.tooFew', { count: proved })}
                  </Alert>
                )}
                {rows.some(({ user_id: id }) => id === session.user_id) && <Prove />}
                <DataTable
                  caption={title}
                  rows={rows}
                  keyOf={(row) => row.user_id}
                  columns={[
                    { name: 'name', label: t('breakGlass.name'), cell: (row) => row.display_name },
                    {
                      name: 'proof',
                      label: t('breakGlass.passkey'),
                      cell: (row) => (
                        <Group>
                          <Proof holder={row} />
                        </Group>
                      ),
                    },
                    {
                      name: 'added',
                      label: t('breakGlass.added'),
                      cell: (row) => <AtByCell at={row.added_at_utc} by={row.added_by} />,
                    },
                  ]}
                />
              </>
            )
          }
        </Loaded>
      </Stack>
      {isEditing && holders.data && <HoldersForm saved={holders.data} onClose={() => setEditing(false)} />}
    </Panel>
  );
}
