import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { rotateApiKey, type ApiKeyRecord } from '../../../api/generated';
import { listApiKeysQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useWrite } from '../../../data/write';
import { Refusal } from '../../../parts/Refusal';
import { SecretOnce } from '../../../parts/SecretOnce';
import { GRACES } from '../graces';
import { KeyText } from './KeyText';

/** Puts a new key in the place of one. The old one ends at once or after a grace. */
export function RotateKey({
  clientId,
  of,
  onClose,
}: {
  readonly clientId: string;
  readonly of: ApiKeyRecord;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [grace, setGrace] = useState('86400');
  const rotate = useWrite(
    async (seconds: number, key) =>
      (
        await rotateApiKey({
          path: { key_id: of.key_id },
          query: { client_id: clientId },
          body: { grace_seconds: seconds },
          headers: { 'Idempotency-Key': key },
        })
      ).data,
    { changes: [listApiKeysQueryKey()] },
  );
  const made = rotate.answer;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('keysOfApi.rotateTitle', { name: of.description })}
      closeOnEscape={!made}
      closeOnClickOutside={!made}
      withCloseButton={!made}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      {made ? (
        <SecretOnce
          title={t('keysOfApi.secretTitle', { name: made.description })}
          secret={made.secret}
          onStored={onClose}
        />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            rotate.send(Number(grace));
          }}
        >
          <Stack>
            <Text size="sm">{t('keysOfApi.rotateText')}</Text>
            <Select
              label={t('keysOfApi.grace')}
              description={t(grace === '0' ? 'keysOfApi.graceNone' : 'keysOfApi.graceHelp')}
              allowDeselect={false}
              data={GRACES.map((value) => ({ value, label: t(`integrations.grace.${value}`) }))}
              value={grace}
              error={rotate.problem?.fields['grace_seconds']}
              onChange={(value) => setGrace(value ?? '0')}
            />
            <Group gap="xs">
              <Text size="sm">{t('keysOfApi.old')}</Text>
              <KeyText of={of} />
            </Group>
            <Refusal problem={rotate.problem} shown={['grace_seconds']} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('actions.cancel')}
              </Button>
              <Button type="submit" loading={rotate.isPending}>
                {t('keysOfApi.rotate')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
