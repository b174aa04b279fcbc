import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { deleteSsoConnection, type ConnectionRecord } from '../../../api/generated';
import {
  listSsoConnectionsQueryKey,
  listSsoDomainsQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';

/** Deletes a connection, after the person has typed its name: its settings cannot be restored. */
export function DeleteConnection({
  connection: { connection_id, name, etag },
  onClose,
  onDeleted,
}: {
  readonly connection: ConnectionRecord;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const write = useWrite(
    async (ifMatch: string, key) => {
      await deleteSsoConnection({
        path: { connection_id },
        query: { client_id },
        headers: { 'If-Match': `"${ifMatch}"`, 'Idempotency-Key': key },
      });
    },
    {
      changes: [
        listSsoConnectionsQueryKey({ query: { client_id } }),
        listSsoDomainsQueryKey({ query: { client_id } }),
      ],
      onDone: () => {
        notifications.show({ message: t('sso.deleted', { name }) });
        onDeleted();
      },
    },
  );
  return (
    <Confirm
      title={t('sso.deleteTitle', { name })}
      action={t('sso.delete')}
      typed={name}
      write={write}
      onConfirm={() => write.send(etag)}
      onClose={onClose}
    >
      <Text size="sm">{t('sso.deleteText')}</Text>
    </Confirm>
  );
}
