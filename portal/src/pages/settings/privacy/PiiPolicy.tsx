import { Checkbox, Switch, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { savePiiPolicy, type PiiPolicyResponse } from '../../../api/generated';
import { getPiiPolicyQueryKey } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { EditedForm, type Described } from '../../../parts/forms/EditedForm';
import { useSavedWhole } from '../../../parts/forms/saved-whole';
import { DataTable, type Column } from '../../../parts/tables/DataTable';
import { bind } from '../../../forms/bind';
import { ChangedBy } from '../../../parts/values/Person';

const KINDS = ['raw_caller', 'summary', 'transcript'] as const;

type Role = keyof PiiPolicyResponse['permissions'];
type Kinds = Readonly<Partial<Record<Role, readonly (typeof KINDS)[number][]>>>;
type Policy = Pick<PiiPolicyResponse, 'strict_summaries' | 'quotes_in_mails' | 'permissions' | 'unlockable'>;
const GRANTED = ['permissions', 'unlockable'] as const;
type Granted = (typeof GRANTED)[number];

const kindsIn = (granted: Kinds, role: Role): readonly (typeof KINDS)[number][] => granted[role] ?? [];
const rolesOf = (granted: Kinds): Role[] => Object.keys(granted) as Role[];

/** Which kinds of personal data each role sees, as a whole policy (privacy section 2). */
export function PiiPolicy({ saved }: { readonly saved: PiiPolicyResponse }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const { strict_summaries, quotes_in_mails, permissions, unlockable, etag } = saved;
  const query = { client_id };
  const { edited, write } = useSavedWhole<Policy>(
    'privacy',
    { values: { strict_summaries, quotes_in_mails, permissions, unlockable }, etag },
    {
      send: (body, headers) => savePiiPolicy({ query, headers, body }),
      replaces: getPiiPolicyQueryKey({ query }),
      done: t('privacy.saved'),
    },
  );
  const { values, set } = edited;
  const nameOf = (granted: Granted, role: Role): string =>
    granted === 'permissions' ? t(`roles.${role}`) : t('privacy.unlockOf', { role: t(`roles.${role}`) });
  const kindsOf = (granted: Kinds, role: Role): string =>
    kindsIn(granted, role)
      .map((kind) => t(`privacy.kind.${kind}`))
      .join(', ') || t('privacy.nothing');
  const describe = (policy: Policy): Described => [
    ...GRANTED.flatMap((granted) =>
      rolesOf(policy[granted]).map((role): [string, string] => [
        nameOf(granted, role),
        kindsOf(policy[granted], role),
      ]),
    ),
    [t('privacy.strict'), t(policy.strict_summaries ? 'privacy.on' : 'privacy.off')],
    [t('privacy.quotes'), t(policy.quotes_in_mails ? 'privacy.on' : 'privacy.off')],
  ];
  const toggle = (granted: Granted, role: Role, kind: (typeof KINDS)[number], isTicked: boolean): void => {
    const before = kindsIn(values[granted], role);
    const after = KINDS.filter((it) => (it === kind ? isTicked : before.includes(it)));
    set({ [granted]: { ...values[granted], [role]: after } });
  };
  const columns = (granted: Granted): Column<Role>[] => [
    { name: 'role', label: t('people.role'), cell: (role) => t(`roles.${role}`) },
    ...KINDS.map((kind): Column<Role> => ({
      name: kind,
      label: t(`privacy.kind.${kind}`),
      cell: (role) => (
        <Checkbox
          aria-label={`${nameOf(granted, role)}: ${t(`privacy.kind.${kind}`)}`}
          checked={kindsIn(values[granted], role).includes(kind)}
          onChange={({ currentTarget }) => toggle(granted, role, kind, currentTarget.checked)}
        />
      ),
    })),
  ];
  return (
    <EditedForm edited={edited} describe={describe} write={write} onSave={() => write.send(values)}>
      <Text size="sm" c="dimmed">
        {t('privacy.text')} {saved.source === 'default' ? t('privacy.never') : null}
      </Text>
      <ChangedBy at={saved.updated_at_utc} by={saved.updated_by} />
      <DataTable
        caption={t('privacy.title')}
        columns={columns('permissions')}
        rows={rolesOf(values.permissions)}
        keyOf={(role) => role}
      />
      <Switch
        label={t('privacy.strict')}
        description={t('privacy.strictText')}
        {...bind(edited).check('strict_summaries')}
      />
      <Switch
        label={t('privacy.quotes')}
        description={t('privacy.quotesText')}
        {...bind(edited).check('quotes_in_mails')}
      />
      <Title order={3} size="h5">
        {t('privacy.unlockTitle')}
      </Title>
      <Text size="sm" c="dimmed">
        {t('privacy.unlockText')}
      </Text>
      <DataTable
        caption={t('privacy.unlockTitle')}
        columns={columns('unlockable')}
        rows={rolesOf(values.unlockable)}
        keyOf={(role) => role}
      />
    </EditedForm>
  );
}
