import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { addSsoDomain, type ConnectionRecord, type DomainRecord } from '../../../api/generated';
import { listSsoDomainsQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { bind } from '../../../forms/bind';
import { useDraft } from '../../../forms/draft';
import { Panel } from '../../../parts/Panel';
import { Refusal } from '../../../parts/Refusal';
import { Empty } from '../../../parts/States';
import { DataTable } from '../../../parts/tables/DataTable';
import { CopyValue } from '../../../parts/values/CopyValue';
import { Instant } from '../../../parts/values/Instant';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { DomainActs } from './DomainActs';

/** The domains of a client's mail addresses, and the records that prove them (single-sign-on section 3). */
export function Domains({
  domains,
  connections,
}: {
  readonly domains: readonly DomainRecord[];
  readonly connections: readonly ConnectionRecord[];
}) {
  const { t } = useTranslation();
  const title = t('sso.domains');
  const nameOf = (id: string | null): string =>
    connections.find(({ connection_id: it }) => it === id)?.name ?? '–';
  return (
    <Panel title={title}>
      <Text size="sm" c="dimmed">
        {t('sso.domainsText')}
      </Text>
      <AddDomain />
      {domains.length === 0 ? (
        <Empty title={t('sso.noDomains')} next={t('sso.noDomainsNext')} />
      ) : (
        <DataTable
          caption={title}
          rows={domains}
          keyOf={(row) => row.domain}
          columns={[
            { name: 'domain', label: t('sso.domain'), cell: (row) => row.domain },
            {
              name: 'status',
              label: t('sso.state'),
              cell: (row) => (
                <Stack gap={0}>
                  <StatusLabel kind="domain" value={row.status} />
                  {row.checked_at_utc !== null && (
                    <Text size="sm" c="dimmed">
                      {t('sso.checked')} <Instant at={row.checked_at_utc} />
                    </Text>
                  )}
                </Stack>
              ),
            },
            {
              name: 'record',
              label: t('sso.record'),
              cell: (row) => (
                <Stack gap="xs" maw={420} ta="left">
                  <CopyValue label={t('sso.recordName')} value={row.record_name} />
                  <CopyValue label={t('sso.recordValue')} value={row.record_value} />
                </Stack>
              ),
            },
            { name: 'leads', label: t('sso.leadsTo'), cell: (row) => nameOf(row.connection_id) },
            { name: 'acts', label: t('sso.action'), cell: (row) => <DomainActs of={row} /> },
          ]}
        />
      )}
    </Panel>
  );
}

const INITIAL = { domain: '' };

function AddDomain() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const draft = useDraft('domain', INITIAL);
  const domain = draft.values.domain.trim();
  const add = useWrite(
    async (body: { domain: string }, key) =>
      (await addSsoDomain({ body, query: { client_id }, headers: { 'Idempotency-Key': key } })).data,
    {
      changes: [listSsoDomainsQueryKey({ query: { client_id } })],
      onDone: (added) => {
        draft.clear();
        notifications.show({ message: t('sso.domainAdded', { domain: added.domain }) });
      },
    },
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (domain !== '') add.send({ domain });
      }}
    >
      <Stack gap="xs">
        <Group align="flex-end" gap="xs">
          <TextInput
            flex="1 1 200px"
            maw={360}
            label={t('sso.addDomain')}
            placeholder="example.com"
            autoComplete="off"
            {...bind(draft, add.problem?.fields).text('domain')}
          />
          <Button
            type="submit"
            size="sm"
            variant="default"
            leftSection={<IconPlus aria-hidden size={14} />}
            disabled={domain === ''}
            loading={add.isPending}
          >
            {t('sso.add')}
          </Button>
        </Group>
        <Refusal problem={add.problem} shown={['domain']} />
      </Stack>
    </form>
  );
}
