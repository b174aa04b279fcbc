import { Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { removeSsoDomain, verifySsoDomain, type DomainRecord } from '../../../api/generated';
import {
  listSsoConnectionsQueryKey,
  listSsoDomainsQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { Refusal } from '../../../parts/Refusal';

/** Verifies a domain by its record, or removes it. */
export function DomainActs({ of: { domain, status } }: { readonly of: DomainRecord }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [isRemoving, setRemoving] = useState(false);
  const query = { client_id };
  const changes = [listSsoDomainsQueryKey({ query }), listSsoConnectionsQueryKey({ query })];
  const verify = useWrite(
    async (name: string, key) => {
      await verifySsoDomain({ path: { domain: name }, query, headers: { 'Idempotency-Key': key } });
    },
    { changes, onDone: () => notifications.show({ message: t('sso.verified', { domain }) }) },
  );
  const remove = useWrite(
    async (name: string, key) => {
      await removeSsoDomain({ path: { domain: name }, query, headers: { 'Idempotency-Key': key } });
    },
    {
      changes,
      onDone: () => {
        notifications.show({ message: t('sso.removed', { domain }) });
        setRemoving(false);
      },
    },
  );
  return (
    <Stack gap="xs" maw={320} style={{ whiteSpace: 'normal' }}>
      <Group gap="xs">
        {status !== 'verified' && (
          <Button size="compact-xs" loading={verify.isPending} onClick={() => verify.send(domain)}>
            {t('sso.verify')}
          </Button>
        )}
        <Button size="compact-xs" variant="default" onClick={() => setRemoving(true)}>
          {t('sso.remove')}
        </Button>
      </Group>
      <Refusal problem={verify.problem} />
      {isRemoving && (
        <Confirm
          title={t('sso.removeTitle', { domain })}
          action={t('sso.remove')}
          write={remove}
          onConfirm={() => remove.send(domain)}
          onClose={() => setRemoving(false)}
        >
          <Text size="sm">{t('sso.removeText')}</Text>
        </Confirm>
      )}
    </Stack>
  );
}
