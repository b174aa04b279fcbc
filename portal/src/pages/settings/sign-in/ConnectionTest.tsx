import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import {
  startSsoTest,
  type ConnectionRecord,
  type ConnectionTestResponse,
  type TestLocationResponse,
} from '../../../api/generated';
import {
  getSsoTestOptions,
  listSsoConnectionsQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import { asProblem } from '../../../api/problem';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { Empty, Loaded } from '../../../parts/States';
import { DataTable } from '../../../parts/tables/DataTable';
import { Facts } from '../../../parts/values/Facts';
import { Instant } from '../../../parts/values/Instant';
import { StatusLabel } from '../../../parts/values/StatusLabel';

/**
 * A test sign-in with the directory, and each claim that the directory sent (single-sign-on 4.7).
 */
export function ConnectionTest({ connection: { connection_id } }: { readonly connection: ConnectionRecord }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const { href } = useLocation();
  const path = { connection_id };
  const query = { client_id };
  const last = useQuery(getSsoTestOptions({ path, query }));
  const begin = useWrite(
    async (returnTo: string): Promise<TestLocationResponse> =>
      (await startSsoTest({ path, query, body: { return_to: returnTo } })).data,
    {
      changes: [getSsoTestOptions({ path, query }).queryKey, listSsoConnectionsQueryKey({ query })],
      onDone: ({ location }) => {
        if (location !== null) window.location.assign(location);
      },
    },
  );
  // Before the first test there is no result.
  const isUntested = last.isError && asProblem(last.error).kind === 'absent';
  return (
    <Panel
      title={t('sso.stepTest')}
      aside={
        <Button size="xs" loading={begin.isPending} onClick={() => begin.send(href)}>
          {t('sso.test')}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {t('sso.testText')}
      </Text>
      <Refusal problem={begin.problem} />
      {isUntested ? (
        <Empty title={t('sso.noTest')} next={t('sso.noTestNext')} />
      ) : (
        <Loaded query={last} what={t('sso.stepTest')} height={160}>
          {(result) => <Result of={result} />}
        </Loaded>
      )}
    </Panel>
  );
}

function Result({ of }: { readonly of: ConnectionTestResponse }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Group gap="md">
        <StatusLabel kind="signInTest" value={of.outcome} />
        <Instant at={of.ended_at_utc} />
      </Group>
      {!of.is_of_newest_settings && <Text size="sm">{t('sso.testIsOld')}</Text>}
      {of.reason !== null && (
        <Alert color="red" variant="outline" role="status">
          {t(`sso.testReasons.${of.reason}`, { defaultValue: of.reason })}
          {of.detail !== null && ` (${of.detail})`}
        </Alert>
      )}
      {of.outcome === 'succeeded' && (
        <Facts
          caption={t('sso.person')}
          rows={[
            [t('sso.subject'), of.subject],
            [t('sso.email'), of.email],
            [t('sso.displayName'), of.display_name],
            [t('sso.authTime'), of.auth_time_utc && <Instant key="at" at={of.auth_time_utc} />],
            [t('sso.methods'), of.amr.join(', ') || null],
          ]}
        />
      )}
      {of.claims.length > 0 && (
        <DataTable
          caption={t('sso.claims')}
          rows={of.claims}
          keyOf={(row) => row.name}
          columns={[
            { name: 'claim', label: t('sso.claim'), cell: (row) => row.name },
            {
              name: 'value',
              label: t('sso.recordValue'),
              cell: (row) => (
                <Text span size="sm" className="breaks" style={{ whiteSpace: 'normal' }}>
                  {row.value}
                </Text>
              ),
            },
          ]}
        />
      )}
    </Stack>
  );
}
