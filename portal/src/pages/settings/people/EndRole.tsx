import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deactivatePerson } from '../../../api/generated';
import { useView } from '../../../app/view';
import { useWrite } from '../../../app/write';
import { Confirm } from '../../../parts/Confirm';
import { changesOf, type PersonDialog } from './person-write';

/**
 * Ends the role of a person for the client, with the choice about the keys that the person has made
 * (people 2.5, 2.6).
 */
export function EndRole({ person, isSelf, business, onClose }: PersonDialog) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [endsKeys, setEndsKeys] = useState(false);
  const write = useWrite(
    async (input: { revoke_api_keys: boolean }, key) =>
      (
        await deactivatePerson({
          path: { user_id: person.user_id },
          query: { client_id },
          headers: { 'Idempotency-Key': key },
          body: input,
        })
      ).data,
    {
      changes: changesOf(isSelf),
      onDone: ({ display_name: name, revoked_api_keys: keys, withdrawn_invitations: invitations }) => {
        notifications.show({
          message: [
            t('people.deactivated', { name }),
            keys > 0 && t('people.keysEnded', { count: keys }),
            invitations > 0 && t('people.invitationsEnded', { count: invitations }),
          ]
            .filter(Boolean)
            .join(' '),
        });
        onClose();
      },
    },
  );
  return (
    <Confirm
      title={t('people.deactivate')}
      action={t('people.deactivate')}
      isPending={write.isPending}
      problem={write.problem}
      onConfirm={() => write.send({ revoke_api_keys: endsKeys })}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">{t('people.deactivateText', { name: person.display_name, business })}</Text>
        <Text size="sm" c="dimmed">
          {t('people.deactivateElsewhere')}
        </Text>
      </Stack>
      <Checkbox
        label={t('people.revokeKeys')}
        description={t('people.revokeKeysText')}
        checked={endsKeys}
        onChange={({ currentTarget }) => setEndsKeys(currentTarget.checked)}
      />
      {isSelf && (
        <Alert color="yellow" variant="outline">
          {t('people.selfEnd')}
        </Alert>
      )}
    </Confirm>
  );
}
