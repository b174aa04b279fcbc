import { Button, Code, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteDirectoryToken, type DirectoryResponse } from '../../../api/generated';
import { getDirectoryQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { Panel } from '../../../parts/Panel';
import { Empty } from '../../../parts/States';
import { DataTable } from '../../../parts/tables/DataTable';
import { Instant } from '../../../parts/values/Instant';
import { AtByCell } from '../../../parts/values/Person';
import { NewToken } from './NewToken';

type Token = DirectoryResponse['tokens'][number];

const counts = ({ status }: Token): boolean => status === 'active' || status === 'grace';

/** The tokens that the directory uses. */
export function Tokens({ tokens }: { readonly tokens: readonly Token[] }) {
  const { t } = useTranslation();
  const [isCreating, setCreating] = useState(false);
  const [ending, setEnding] = useState<Token | null>(null);
  const title = t('directory.tokens');
  return (
    <Panel
      title={title}
      aside={
        <Button size="xs" leftSection={<IconPlus aria-hidden size={16} />} onClick={() => setCreating(true)}>
          {t('directory.newToken')}
        </Button>
      }
    >
      {tokens.length === 0 ? (
        <Empty title={t('directory.noTokens')} next={t('directory.noTokensNext')} />
      ) : (
        <DataTable
          caption={title}
          rows={tokens}
          keyOf={(row) => row.token_id}
          columns={[
            {
              name: 'name',
              label: t('directory.name'),
              cell: (row) => (
                <Stack gap={0}>
                  <Text size="sm">{row.name}</Text>
                  <Code>{`scim-…${row.last_four}`}</Code>
                </Stack>
              ),
            },
            {
              name: 'status',
              label: t('directory.status'),
              cell: (row) => t(`directory.statuses.${row.status}`),
            },
            { name: 'ends', label: t('directory.ends'), cell: (row) => <Instant at={row.expires_at_utc} /> },
            {
              name: 'used',
              label: t('directory.used'),
              cell: (row) => (row.last_used_at_utc ? <Instant at={row.last_used_at_utc} /> : '–'),
            },
            {
              name: 'created',
              label: t('directory.created'),
              cell: (row) => <AtByCell at={row.created_at_utc} by={row.created_by} />,
            },
            {
              name: 'action',
              label: t('directory.action'),
              cell: (row) =>
                counts(row) ? (
                  <Button size="compact-xs" variant="default" onClick={() => setEnding(row)}>
                    {t('directory.end')}
                  </Button>
                ) : (
                  '–'
                ),
            },
          ]}
        />
      )}
      {isCreating && <NewToken onClose={() => setCreating(false)} />}
      {ending && <EndToken of={ending} onClose={() => setEnding(null)} />}
    </Panel>
  );
}

function EndToken({ of, onClose }: { readonly of: Token; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const end = useWrite(
    async (tokenId: string, key) =>
      (
        await deleteDirectoryToken({
          path: { token_id: tokenId },
          query: { client_id },
          headers: { 'Idempotency-Key': key },
        })
      ).data,
    {
      changes: [getDirectoryQueryKey({ query: { client_id } })],
      onDone: () => {
        notifications.show({ message: t('directory.ended', { name: of.name }) });
        onClose();
      },
    },
  );
  return (
    <Confirm
      title={t('directory.endTitle', { name: of.name })}
      action={t('directory.end')}
      write={end}
      onConfirm={() => end.send(of.token_id)}
      onClose={onClose}
    >
      <Text size="sm">{t('directory.endText')}</Text>
    </Confirm>
  );
}
