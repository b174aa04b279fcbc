import { Checkbox, Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { idOf, useForm, type FieldProps } from '../form/context';
import { Notes } from '../form/Notes';
import { choicesOf, insideNullable, isList, isObject, joinPath, type Json } from '../form/schema';
import { useWords } from '../form/words';
import { DataTable, type Column } from '../../../parts/tables/DataTable';

interface RoleRow {
  readonly role: string;
  readonly label: string;
  /** The kinds that the role sees. */
  readonly held: readonly Json[];
}

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
        <DataTable
          caption={words.label(section, path)}
          columns={[
            {
              name: 'role',
              label: t('form.role'),
              cell: ({ role, label }) => (
                <>
                  {label}
                  <Notes path={joinPath(path, role)} />
                </>
              ),
            },
            ...kinds.map((kind): Column<RoleRow> => ({
              name: String(kind),
              label: words.word(path, kind),
              cell: ({ role, label, held }) => (
                <Checkbox
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
              ),
            })),
          ]}
          rows={roles.map(([role]): RoleRow => {
            const given = value[role];
            return {
              role,
              label: words.label(section, joinPath(path, role)),
              held: isList(given) ? given : [],
            };
          })}
          keyOf={({ role }) => role}
        />
      )}
      <Notes path={path} />
    </Stack>
  );
}
