import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useView } from '../../../address/view';
import { listBreakGlassUsesOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { Panel } from '../../../parts/Panel';
import { Empty, Loaded } from '../../../parts/States';
import { DataTable } from '../../../parts/tables/DataTable';
import { Pager } from '../../../parts/tables/Pager';
import { AtByCell } from '../../../parts/values/Person';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import type { Session } from '../../../session/session';
import { UseReport } from './UseReport';
import { WATCHED } from './watched';

/** The uses of break-glass, each with its report. */
export function Uses({ session }: { readonly session: Session }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<string | null>(null);
  const uses = useQuery({ ...listBreakGlassUsesOptions({ query: { client_id, page } }), ...WATCHED });
  const title = t('breakGlass.uses');
  return (
    <Panel title={title}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('breakGlass.usesText')}
        </Text>
        <Loaded query={uses} what={title} height={120}>
          {({ items, pagination }) =>
            items.length === 0 ? (
              <Empty title={t('breakGlass.noUses')} next={t('breakGlass.noUsesNext')} />
            ) : (
              <>
                <DataTable
                  caption={title}
                  rows={items}
                  keyOf={(row) => row.use_id}
                  columns={[
                    {
                      name: 'opened',
                      label: t('breakGlass.opened'),
                      cell: (row) => <AtByCell at={row.opened_at_utc} by={row.holder_id} />,
                    },
                    {
                      name: 'state',
                      label: t('breakGlass.state'),
                      cell: (row) => <StatusLabel kind="breakGlass" value={row.state} />,
                    },
                    {
                      name: 'confirmed',
                      label: t('breakGlass.confirmed'),
                      cell: (row) =>
                        row.confirmed_at_utc === null ? (
                          t('breakGlass.notConfirmed')
                        ) : (
                          <AtByCell at={row.confirmed_at_utc} by={row.confirmed_by} />
                        ),
                    },
                    {
                      name: 'report',
                      label: t('breakGlass.report'),
                      cell: (row) => (
                        <Button size="compact-xs" variant="default" onClick={() => setShown(row.use_id)}>
                          {t('breakGlass.showReport')}
                        </Button>
                      ),
                    },
                  ]}
                />
                <Pager pagination={pagination} onChange={setPage} />
              </>
            )
          }
        </Loaded>
      </Stack>
      {shown && <UseReport useId={shown} session={session} onClose={() => setShown(null)} />}
    </Panel>
  );
}
