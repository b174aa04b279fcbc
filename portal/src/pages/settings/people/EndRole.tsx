import { Alert, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deactivatePerson } from '../../../api/generated';
import { listPeopleOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { KeysOfPerson } from './KeysOfPerson';
import { changesOf, COLLEAGUES, keysMessages, type PersonDialog } from './person-write';

/**
 * Ends the role of a person for the client, with the choice about the person's keys (people 2.5,
 * 2.6).
 */
export function EndRole({ person, isSelf, business, onClose }: PersonDialog) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [heir, setHeir] = useState<string | null>(null);
  const people = useQuery(listPeopleOptions({ query: { client_id, page_size: COLLEAGUES } }));
  const write = useWrite(
    async (input: { keep_api_keys_with?: string }, key) =>
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
      onDone: ({ display_name: name, api_keys: keys, withdrawn_invitations: invitations }) => {
        notifications.show({
          message: [
            t('people.deactivated', { name }),
            ...keysMessages(t, keys),
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
      write={write}
      onConfirm={() => write.send(heir === null ? {} : { keep_api_keys_with: heir })}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text size="sm">{t('people.deactivateText', { name: person.display_name, business })}</Text>
        <Text size="sm" c="dimmed">
          {t('people.deactivateElsewhere')}
        </Text>
      </Stack>
      <KeysOfPerson
        clientId={person.client_id}
        person={person}
        role={null}
        colleagues={people.data?.items.filter(({ active }) => active) ?? []}
        heir={heir}
        onHeir={setHeir}
      />
      {isSelf && (
        <Alert color="yellow" variant="outline">
          {t('people.selfEnd')}
        </Alert>
      )}
    </Confirm>
  );
}
