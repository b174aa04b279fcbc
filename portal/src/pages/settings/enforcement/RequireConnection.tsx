import { Button, Checkbox, Group, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionRecord, DomainRecord, EnforcementPreviewResponse } from '../../../api/generated';
import { previewSsoEnforcementOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { Confirm } from '../../../parts/Confirm';
import { Loaded } from '../../../parts/States';
import { DataTable } from '../../../parts/tables/DataTable';
import { Pager } from '../../../parts/tables/Pager';
import { Conditions } from './Conditions';
import type { EnforcementWrite } from './enforcement-write';

/**
 * Requires a connection, after the person has seen whom that locks out (single-sign-on 7.2, 7.3).
 */
export function RequireConnection({
  connections,
  domains,
  write,
}: {
  readonly connections: readonly ConnectionRecord[];
  readonly domains: readonly DomainRecord[] | undefined;
  readonly write: EnforcementWrite;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [chosen, setChosen] = useState<string | null>(null);
  const [page, setPage] = useState(1);
  const connection =
    connections.find(({ connection_id: it }) => it === chosen) ??
    connections.find(({ state }) => state === 'active') ??
    connections[0]!;
  const id = connection.connection_id;
  const preview = useQuery(previewSsoEnforcementOptions({ query: { client_id, connection_id: id, page } }));
  return (
    <Stack>
      <Select
        label={t('enforcement.connection')}
        maw={360}
        allowDeselect={false}
        data={connections.map(({ connection_id: value, name: label }) => ({ value, label }))}
        value={id}
        onChange={(next) => {
          setChosen(next);
          setPage(1);
          write.reset();
        }}
      />
      <Loaded query={preview} what={t('enforcement.preview')} height={320}>
        {(seen) => (
          <>
            <Conditions connection={connection} domains={domains} excluded={seen.pagination.total_records} />
            {seen.items.length > 0 && (
              <DataTable
                caption={t('enforcement.preview')}
                rows={seen.items}
                keyOf={(row) => row.user_id}
                columns={[
                  { name: 'name', label: t('enforcement.person'), cell: (row) => row.display_name },
                  { name: 'role', label: t('enforcement.role'), cell: (row) => t(`roles.${row.role}`) },
                ]}
              />
            )}
            <Pager pagination={seen.pagination} what={t('enforcement.preview')} onChange={setPage} />
            <Text size="sm">{t('enforcement.keys', { count: seen.api_keys_untouched })}</Text>
            <Require key={id} connection={connection} preview={seen} write={write} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Require({
  connection: { connection_id, name },
  preview: {
    pagination: { total_records: excluded },
  },
  write,
}: {
  readonly connection: ConnectionRecord;
  readonly preview: EnforcementPreviewResponse;
  readonly write: EnforcementWrite;
}) {
  const { t } = useTranslation();
  // A different number of people must be accepted again.
  const [accepted, setAccepted] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const isAccepted = accepted === excluded;
  return (
    <>
      {excluded > 0 && (
        <Checkbox
          label={t('enforcement.accept', { count: excluded })}
          checked={isAccepted}
          error={isMissing && !isAccepted && t('enforcement.acceptFirst')}
          onChange={({ currentTarget }) => setAccepted(currentTarget.checked ? excluded : 0)}
        />
      )}
      <Group>
        <Button
          size="sm"
          onClick={() => {
            write.reset();
            setMissing(!isAccepted);
            setAsking(isAccepted);
          }}
        >
          {t('enforcement.require')}
        </Button>
      </Group>
      {isAsking && !write.problem && (
        <Confirm
          title={t('enforcement.requireTitle', { name })}
          action={t('enforcement.require')}
          write={{ ...write, problem: undefined }}
          onConfirm={() =>
            write.send({
              mode: 'required',
              connection_id,
              ...(excluded > 0 && { accept_exclusions: excluded }),
            })
          }
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{t('enforcement.requireText')}</Text>
          {excluded > 0 && <Text size="sm">{t('enforcement.shutOut', { count: excluded })}</Text>}
        </Confirm>
      )}
    </>
  );
}
