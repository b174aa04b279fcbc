import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import { revokeApiKey, type ApiKeyRecord } from '../../../api/generated';
import { listApiKeysQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { Instant } from '../../../parts/values/Instant';
import { KeyText } from './KeyText';

/** Revokes a key, and shows what stops working. */
export function RevokeKey({
  clientId,
  of,
  onClose,
}: {
  readonly clientId: string;
  readonly of: ApiKeyRecord;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const revoke = useWrite(
    async (keyId: string, key) =>
      (
        await revokeApiKey({
          path: { key_id: keyId },
          query: { client_id: clientId },
          headers: { 'Idempotency-Key': key },
        })
      ).data,
    {
      changes: [listApiKeysQueryKey()],
      onDone: () => {
        notifications.show({ message: t('keysOfApi.revoked', { name: of.description }) });
        onClose();
      },
    },
  );
  return (
    <Confirm
      title={t('keysOfApi.revokeTitle', { name: of.description })}
      action={t('keysOfApi.revoke')}
      typed={of.description}
      write={revoke}
      onConfirm={() => revoke.send(of.key_id)}
      onClose={onClose}
    >
      <Stack gap="xs" align="flex-start">
        <KeyText of={of} />
        <Text size="sm">{t('keysOfApi.revokeText')}</Text>
        {of.status === 'grace' && <Text size="sm">{t('keysOfApi.revokeGrace')}</Text>}
        <Text size="sm">
          {of.last_used_at_utc ? (
            <>
              {t('keysOfApi.used')}: <Instant at={of.last_used_at_utc} />
            </>
          ) : (
            t('keysOfApi.revokeUnused')
          )}
        </Text>
      </Stack>
    </Confirm>
  );
}
