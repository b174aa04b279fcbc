import { Checkbox, Stack, Switch, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { idOf, useForm, type FieldProps } from '../form/context';
import { Notes } from '../form/Notes';
import { choicesOf, insideNullable, isList, isObject, joinPath } from '../form/schema';
import { useWords } from '../form/words';

/** Roles and the personal data that they see: one row per role, one column per kind. */
export function Permissions({ path, schema, value }: FieldProps) {
  const { section, set, isReadOnly } = useForm();
  const { t } = useTranslation();
  const words = useWords();
  const inside = insideNullable(schema) ?? schema;
  const roles = Object.entries(inside.properties ?? {});
  const kinds = choicesOf(roles[0]?.[1].items ?? {}) ?? [];
  const isOwn = isObject(value);
  return (
    <Stack gap="sm" id={idOf(path)}>
      <Text size="xs" c="dimmed">
        {words.help(section, path, schema)}
      </Text>
      <Switch
        label={t('form.ownPermissions')}
        disabled={isReadOnly}
        checked={isOwn}
        onChange={({ currentTarget }) => set(path, currentTarget.checked ? {} : null)}
      />
      {isOwn && (
        <Table.ScrollContainer minWidth={420}>
          <Table verticalSpacing={6} aria-label={words.label(section, path)}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('form.role')}</Table.Th>
                {kinds.map((kind) => (
                  <Table.Th key={String(kind)} scope="col" ta="center">
                    {words.word(path, kind)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {roles.map(([role]) => {
                const given = value[role];
                const held = isList(given) ? given : [];
                const label = words.label(section, joinPath(path, role));
                return (
                  <Table.Tr key={role}>
                    <Table.Th scope="row" fw={400}>
                      {label}
                      <Notes path={joinPath(path, role)} />
                    </Table.Th>
                    {kinds.map((kind) => (
                      <Table.Td key={String(kind)}>
                        <Checkbox
                          className="middle"
                          aria-label={`${label}: ${words.word(path, kind)}`}
                          disabled={isReadOnly}
                          checked={held.includes(kind)}
                          onChange={({ currentTarget }) => {
                            const next = kinds.filter((it) =>
                              it === kind ? currentTarget.checked : held.includes(it),
                            );
                            set(joinPath(path, role), next.length > 0 ? next : undefined);
                          }}
                        />
                      </Table.Td>
                    ))}
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <Notes path={path} />
    </Stack>
  );
}
