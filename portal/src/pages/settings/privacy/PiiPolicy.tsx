import { Checkbox, Switch, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { savePiiPolicy, type PiiPolicyResponse } from '../../../api/generated';
import { getPiiPolicyQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useEdited } from '../../../forms/edited';
import { useView } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { EditedForm, type Described } from '../../../parts/forms/EditedForm';
import { DataTable, type Column } from '../../../parts/tables/DataTable';
import { bind } from '../../../forms/bind';
import { ChangedBy } from '../../../parts/values/Person';

const KINDS = ['raw_caller', 'summary', 'transcript'] as const;

type Permissions = PiiPolicyResponse['permissions'];
type Role = keyof Permissions;
type Policy = Pick<PiiPolicyResponse, 'strict_summaries' | 'permissions'>;

const rolesOf = (permissions: Permissions): Role[] => Object.keys(permissions) as Role[];

/** Which kinds of personal data each role sees, as a whole policy (privacy section 2). */
export function PiiPolicy({ saved }: { readonly saved: PiiPolicyResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const queries = useQueryClient();
  const { strict_summaries, permissions, etag } = saved;
  const edited = useEdited<Policy>('privacy', {
    values: { strict_summaries, permissions },
    etag,
  });
  const { values, set } = edited;
  const queryKey = getPiiPolicyQueryKey({ query: { client_id } });
  const write = useWrite(
    async (body: Policy) =>
      (await savePiiPolicy({ query: { client_id }, headers: { 'If-Match': `"${etag}"` }, body })).data,
    {
      changes: [queryKey],
      onDone: (answer) => {
        queries.setQueryData(queryKey, answer);
        edited.discard();
        notifications.show({ message: t('privacy.saved') });
      },
    },
  );
  const describe = (policy: Policy): Described => [
    ...rolesOf(policy.permissions).map((role): [string, string] => [
      t(`roles.${role}`),
      policy.permissions[role]?.map((kind) => t(`privacy.kind.${kind}`)).join(', ') || t('privacy.nothing'),
    ]),
    [t('privacy.strict'), t(policy.strict_summaries ? 'privacy.on' : 'privacy.off')],
  ];
  const toggle = (role: Role, kind: (typeof KINDS)[number], isPermitted: boolean): void => {
    const before = values.permissions[role] ?? [];
    const after = KINDS.filter((it) => (it === kind ? isPermitted : before.includes(it)));
    set({ permissions: { ...values.permissions, [role]: after } });
  };
  return (
    <EditedForm
      edited={edited}
      describe={describe}
      isPending={write.isPending}
      problem={write.problem}
      onSave={() => write.send(values)}
    >
      <Text size="sm" c="dimmed">
        {t('privacy.text')} {saved.source === 'default' ? t('privacy.never') : null}
      </Text>
      <ChangedBy at={saved.updated_at_utc} by={saved.updated_by} />
      <DataTable
        caption={t('privacy.title')}
        columns={[
          { name: 'role', label: t('people.role'), cell: (role) => t(`roles.${role}`) },
          ...KINDS.map((kind): Column<Role> => ({
            name: kind,
            label: t(`privacy.kind.${kind}`),
            cell: (role) => (
              <Checkbox
                aria-label={`${t(`roles.${role}`)}: ${t(`privacy.kind.${kind}`)}`}
                checked={values.permissions[role]?.includes(kind) ?? false}
                onChange={({ currentTarget }) => toggle(role, kind, currentTarget.checked)}
              />
            ),
          })),
        ]}
        rows={rolesOf(values.permissions)}
        keyOf={(role) => role}
      />
      <Switch
        label={t('privacy.strict')}
        description={t('privacy.strictText')}
        {...bind(edited).check('strict_summaries')}
      />
    </EditedForm>
  );
}
