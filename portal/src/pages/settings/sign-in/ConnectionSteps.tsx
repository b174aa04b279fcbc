import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConnectionRecord, DomainRecord } from '../../../api/generated';
import { useChangeView } from '../../../address/view';
import { Panel } from '../../../parts/Panel';
import { CopyValue } from '../../../parts/values/CopyValue';
import { Instant } from '../../../parts/values/Instant';
import { ChangedBy } from '../../../parts/values/Person';
import { StatusLabel } from '../../../parts/values/StatusLabel';
import { ConnectionActs } from './ConnectionActs';
import { ConnectionForm } from './ConnectionForm';
import { ConnectionTest } from './ConnectionTest';
import { DeleteConnection } from './DeleteConnection';

/** One connection, from the addresses for the directory to its settings (single-sign-on section 2). */
export function ConnectionSteps({
  connection,
  domains,
}: {
  readonly connection: ConnectionRecord;
  /** Undefined while they are not known. */
  readonly domains: readonly DomainRecord[] | undefined;
}) {
  const { t } = useTranslation();
  const change = useChangeView();
  const [isDeleting, setDeleting] = useState(false);
  const { kind, state, reply_url: replyUrl, entity_id: entityId } = connection;
  const back = (): void => change({ connection: undefined });
  return (
    <Stack>
      <Panel
        title={connection.name}
        aside={
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<IconArrowLeft aria-hidden size={14} />}
              onClick={back}
            >
              {t('sso.back')}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconTrash aria-hidden size={14} />}
              onClick={() => setDeleting(true)}
            >
              {t('sso.delete')}
            </Button>
          </Group>
        }
      >
        <Group gap="md">
          <StatusLabel kind="connection" value={state} />
          <Text size="sm" c="dimmed">
            {t(`sso.kinds.${kind}`)}
          </Text>
          <ChangedBy at={connection.updated_at_utc} by={connection.updated_by} />
        </Group>
        <Text size="sm">{t(`sso.stateHelp.${state}`)}</Text>
        {connection.is_serving && state !== 'active' && <Text size="sm">{t('sso.earlierServe')}</Text>}
      </Panel>
      <Panel title={t('sso.stepAddresses')}>
        <Text size="sm" c="dimmed">
          {t(`sso.addressesHelp.${kind}`)}
        </Text>
        <CopyValue label={t(`sso.replyUrl.${kind}`)} value={replyUrl} />
        {entityId !== null && <CopyValue label={t('sso.entityId')} value={entityId} />}
      </Panel>
      <Panel title={t('sso.stepSettings')}>
        {connection.certificate_expires_at_utc !== null && (
          <Text size="sm">
            {t('sso.certificateEnds')} <Instant at={connection.certificate_expires_at_utc} />
          </Text>
        )}
        <ConnectionForm saved={connection} domains={domains} />
      </Panel>
      <ConnectionTest connection={connection} />
      <ConnectionActs connection={connection} />
      {isDeleting && (
        <DeleteConnection connection={connection} onClose={() => setDeleting(false)} onDeleted={back} />
      )}
    </Stack>
  );
}
