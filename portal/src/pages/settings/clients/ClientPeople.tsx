import { ActionIcon, Badge, Button, Group, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  assignPartnerClientUser,
  removePartnerClientUser,
  type AssignUserRequest,
  type PartnerClientUser,
} from '../../../api/generated';
import {
  listAssignableUsersOptions,
  listAssignableUsersQueryKey,
  listPartnerClientUsersOptions,
  listPartnerClientUsersQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';
import { AssignUserRequestSchema } from '../../../api/generated/schemas.gen';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { Refusal } from '../../../parts/Refusal';
import { Loaded } from '../../../parts/States';
import { KeysOfPerson } from '../people/KeysOfPerson';
import { keysMessages } from '../people/person-write';

type Role = NonNullable<AssignUserRequest['role']>;

/** The lowest first: it is the default. */
const ROLES: readonly Role[] = [...AssignUserRequestSchema.properties.role.enum].reverse();

/**
 * People of the partner's organisation who are assigned to a client (partner-clients section 6).
 */
export function ClientPeople({
  clientId,
  business,
}: {
  readonly clientId: string;
  readonly business: string;
}) {
  const { t } = useTranslation();
  const path = { client_id: clientId };
  const changes = [listPartnerClientUsersQueryKey({ path }), listAssignableUsersQueryKey({ path })];
  const users = useQuery(listPartnerClientUsersOptions({ path }));
  const [leaving, setLeaving] = useState<PartnerClientUser | null>(null);
  const [heir, setHeir] = useState<string | null>(null);
  const remove = useWrite(
    async ({ user_id }: PartnerClientUser, key) =>
      (
        await removePartnerClientUser({
          path: { ...path, user_id },
          query: heir === null ? {} : { keep_api_keys_with: heir },
          headers: { 'Idempotency-Key': key },
        })
      ).data,
    {
      changes,
      onDone: ({ api_keys: keys }, { display_name: name }) => {
        setLeaving(null);
        notifications.show({
          message: [t('clientPeople.removed', { name }), ...keysMessages(t, keys)].join(' '),
        });
      },
    },
  );
  const isLast = remove.problem?.status === 409;
  return (
    <Stack gap="xs">
      <Loaded query={users} what={t('clientPeople.title')} height={120}>
        {({ items }) => (
          <>
            {items.map((user) => (
              <Group key={user.user_id} justify="space-between" wrap="nowrap">
                <Group gap="xs" wrap="nowrap" miw={0}>
                  <Text size="sm" truncate dir="auto" title={user.display_name}>
                    {user.display_name}
                  </Text>
                  {user.is_self && (
                    <Badge variant="default" size="sm" flex="none">
                      {t('people.you')}
                    </Badge>
                  )}
                </Group>
                <Group gap="xs" wrap="nowrap" flex="none">
                  <Text size="sm" c="dimmed">
                    {t(`roles.${user.role}`)}
                  </Text>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t('clientPeople.remove', { name: user.display_name })}
                    onClick={() => {
                      remove.reset();
                      setHeir(null);
                      setLeaving(user);
                    }}
                  >
                    <IconUserMinus aria-hidden size={16} />
                  </ActionIcon>
                </Group>
              </Group>
            ))}
            <Assign clientId={clientId} changes={changes} />
          </>
        )}
      </Loaded>
      {leaving && (
        <Confirm
          title={t('clientPeople.removeTitle')}
          action={t('clientPeople.removeAction')}
          write={{ ...remove, problem: isLast ? undefined : remove.problem }}
          onConfirm={() => remove.send(leaving)}
          onClose={() => setLeaving(null)}
        >
          <Text size="sm">{t('clientPeople.removeText', { name: leaving.display_name, business })}</Text>
          <KeysOfPerson
            clientId={clientId}
            person={leaving}
            role={null}
            colleagues={users.data?.items ?? []}
            heir={heir}
            onHeir={setHeir}
          />
          {leaving.is_self && <Text size="sm">{t('people.selfEnd')}</Text>}
          {isLast && (
            <Text size="sm" c="red" role="alert">
              {t('clientPeople.last')}
            </Text>
          )}
        </Confirm>
      )}
    </Stack>
  );
}

function Assign({
  clientId,
  changes,
}: {
  readonly clientId: string;
  readonly changes: readonly (readonly unknown[])[];
}) {
  const { t } = useTranslation();
  const path = { client_id: clientId };
  const assignable = useQuery(listAssignableUsersOptions({ path }));
  const [userId, setUserId] = useState<string | null>(null);
  const [role, setRole] = useState<Role>(ROLES[0]!);
  const assign = useWrite(
    async (body: AssignUserRequest, key) =>
      (await assignPartnerClientUser({ path, headers: { 'Idempotency-Key': key }, body })).data,
    {
      changes,
      onDone: () => {
        setUserId(null);
        notifications.show({ message: t('clientPeople.assigned') });
      },
    },
  );
  if (!assignable.data) {
    return (
      <Loaded query={assignable} what={t('clientPeople.person')} height={36}>
        {() => null}
      </Loaded>
    );
  }
  if (assignable.data.items.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('clientPeople.everyone')}
      </Text>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (userId) assign.send({ user_id: userId, role });
      }}
    >
      <Stack gap="xs">
        <Group gap="xs" align="flex-end">
          <Select
            size="xs"
            flex={1}
            miw={160}
            searchable
            aria-label={t('clientPeople.person')}
            placeholder={t('clientPeople.person')}
            data={assignable.data.items.map(({ user_id, display_name }) => ({
              value: user_id,
              label: display_name,
            }))}
            value={userId}
            onChange={setUserId}
          />
          <Select
            size="xs"
            w={170}
            allowDeselect={false}
            aria-label={t('people.role')}
            data={ROLES.map((value) => ({ value, label: t(`roles.${value}`) }))}
            value={role}
            onChange={(value) => setRole(ROLES.find((it) => it === value) ?? role)}
          />
          <Button type="submit" size="xs" disabled={!userId} loading={assign.isPending}>
            {t('clientPeople.assign')}
          </Button>
        </Group>
        <Refusal problem={assign.problem} />
      </Stack>
    </form>
  );
}
