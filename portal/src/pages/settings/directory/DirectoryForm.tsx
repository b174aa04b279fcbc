import { ActionIcon, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { saveDirectory, type DirectoryResponse } from '../../../api/generated';
import { GroupRoleRequestSchema } from '../../../api/generated/schemas.gen';
import { getDirectoryQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { bind } from '../../../forms/bind';
import { EditedForm, type Described } from '../../../parts/forms/EditedForm';
import { useSavedWhole } from '../../../parts/forms/saved-whole';
import { ChangedBy } from '../../../parts/values/Person';

type GroupRole = DirectoryResponse['group_roles'][number];

interface Setup {
  readonly on: boolean;
  readonly keys_end_with_person: boolean;
  readonly group_roles: readonly GroupRole[];
}

/** The lowest first: it is the default of a new row. */
const ROLES = [...GroupRoleRequestSchema.properties.role.enum].reverse();

/** Whether the directory is on, and the roles of its groups. */
export function DirectoryForm({ saved }: { readonly saved: DirectoryResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const { on, keys_end_with_person, group_roles, etag } = saved;
  const query = { client_id };
  const { edited, write } = useSavedWhole<Setup>(
    'directory',
    { values: { on, keys_end_with_person, group_roles }, etag },
    {
      send: (setup, headers) => {
        const roles = setup.group_roles.map(({ group, role }) => ({ group: group.trim(), role }));
        return saveDirectory({ query, headers, body: { ...setup, group_roles: roles } });
      },
      replaces: getDirectoryQueryKey({ query }),
      done: t('directory.saved'),
    },
  );
  const { values } = edited;
  const field = bind(edited, write.problem?.fields);
  const setRoles = (changed: readonly GroupRole[]): void => edited.set({ group_roles: changed });
  const change = (at: number, own: Partial<GroupRole>): void =>
    setRoles(values.group_roles.map((it, n) => (n === at ? { ...it, ...own } : it)));
  const describe = (setup: Setup): Described => [
    [t('directory.on'), t(setup.on ? 'directory.isOn' : 'directory.isOff')],
    [t('directory.keysEnd'), t(setup.keys_end_with_person ? 'directory.isOn' : 'directory.isOff')],
    ...setup.group_roles.map(({ group, role }) => [group, t(`roles.${role}`)] as const),
  ];
  const roles = ROLES.map((value) => ({ value, label: t(`roles.${value}`) }));
  return (
    <EditedForm
      edited={edited}
      describe={describe}
      write={write}
      shown={values.group_roles.map((_, n) => `group_roles.${n}.group`)}
      onSave={() => write.send(values)}
    >
      <ChangedBy at={saved.updated_at_utc} by={saved.updated_by} />
      <Checkbox label={t('directory.on')} description={t('directory.onHelp')} {...field.check('on')} />
      <Checkbox label={t('directory.keysEnd')} {...field.check('keys_end_with_person')} />
      <Text size="sm" fw={500}>
        {t('directory.groups')}
      </Text>
      <Text size="sm" c="dimmed">
        {values.group_roles.length === 0 ? t('directory.noGroups') : t('directory.groupsHelp')}
      </Text>
      <Stack gap="xs">
        {values.group_roles.map(({ group, role }, n) => (
          <Group key={n} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t('directory.group', { number: n + 1 })}
              placeholder={saved.groups.find((it) => it.role === null)?.name}
              maxLength={256}
              value={group}
              error={write.problem?.fields[`group_roles.${n}.group`]}
              onChange={({ currentTarget }) => change(n, { group: currentTarget.value })}
            />
            <Select
              flex={1}
              aria-label={t('directory.role', { number: n + 1 })}
              allowDeselect={false}
              data={roles}
              value={role}
              onChange={(next) => change(n, { role: ROLES.find((it) => it === next) ?? role })}
            />
            <ActionIcon
              mt={4}
              variant="subtle"
              color="gray"
              aria-label={t('directory.remove', { group: group || n + 1 })}
              onClick={() => setRoles(values.group_roles.filter((_, at) => at !== n))}
            >
              <IconTrash aria-hidden size={16} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      <Group>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus aria-hidden size={14} />}
          onClick={() => setRoles([...values.group_roles, { group: '', role: ROLES[0]! }])}
        >
          {t('directory.add')}
        </Button>
      </Group>
    </EditedForm>
  );
}
