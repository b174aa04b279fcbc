import { Alert, Select, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePersonRole } from '../../../api/generated';
import { listPeopleOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { KeysOfPerson } from './KeysOfPerson';
import { changesOf, COLLEAGUES, keysMessages, type PersonDialog } from './person-write';
import type { Role } from './roles';

/**
 * Changes a person's role (people section 2). If two people change it at the same time, the second
 * one sees the first one's change.
 */
export function ChangeRole({ person, isSelf, roles, business, onClose }: PersonDialog) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [opened] = useState(person);
  const [role, setRole] = useState<Role>(person.role);
  const [heir, setHeir] = useState<string | null>(null);
  const people = useQuery(listPeopleOptions({ query: { client_id, page_size: COLLEAGUES } }));
  // The shown state guards the request: a person who confirms again has seen both sides.
  const hasChanged = opened.etag !== person.etag;
  const write = useWrite(
    async () =>
      (
        await changePersonRole({
          path: { user_id: person.user_id },
          query: { client_id },
          headers: { 'If-Match': `"${person.etag}"` },
          body: heir === null ? { role } : { role, keep_api_keys_with: heir },
        })
      ).data,
    {
      changes: changesOf(isSelf),
      onDone: (changed) => {
        notifications.show({
          message: [
            t('people.roleChanged', { name: changed.display_name, role: t(`roles.${changed.role}`) }),
            ...keysMessages(t, changed.api_keys),
          ].join(' '),
        });
        onClose();
      },
    },
  );
  return (
    <Confirm
      title={t('people.changeRole')}
      action={t('actions.save')}
      isDangerous={false}
      write={write}
      onConfirm={() => (role === person.role ? onClose() : write.send(undefined))}
      onClose={onClose}
    >
      <Text size="sm">{t('people.roleOf', { name: person.display_name, business })}</Text>
      <Select
        label={t('people.role')}
        allowDeselect={false}
        data-autofocus
        data={roles.map((value) => ({ value, label: t(`roles.${value}`) }))}
        description={t(`roleHelp.${role}`)}
        value={role}
        onChange={(value) => setRole(roles.find((it) => it === value) ?? role)}
      />
      {hasChanged && (
        <Text size="sm">
          {t('people.bothRoles', {
            now: person.active ? t(`roles.${person.role}`) : t('words.person.ended'),
            yours: t(`roles.${role}`),
          })}
        </Text>
      )}
      <KeysOfPerson
        clientId={person.client_id}
        person={person}
        role={role}
        colleagues={people.data?.items.filter(({ active }) => active) ?? []}
        heir={heir}
        onHeir={setHeir}
      />
      {isSelf && (
        <Alert color="yellow" variant="outline">
          {t('people.selfRole')}
        </Alert>
      )}
    </Confirm>
  );
}
