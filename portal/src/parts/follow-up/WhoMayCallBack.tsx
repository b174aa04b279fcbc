import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CallBackResponse, FollowUpResponse } from '../../api/generated';
import { getCallBackOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../address/assignment';
import { useClientId } from '../../address/view';
import { useLocale } from '../../texts/locale';
import { Loaded } from '../States';
import { HandOver } from './HandOver';

const HEIGHT = 44;

/** Each role that may call back, with the names of the colleagues who have it. */
function useWho({ roles, people }: CallBackResponse): string {
  const { t } = useTranslation();
  const locale = useLocale();
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return list.format(
    roles.map((role) => {
      const names = people.flatMap((it) => (it.role === role ? (it.display_name ?? []) : []));
      const all = t(`followUp.peopleOf.${role}`);
      return names.length === 0 ? all : `${all} (${names.join(', ')})`;
    }),
  );
}

function Who({ of, saved }: { readonly of: CallBackResponse; readonly saved: FollowUpResponse }) {
  const { t } = useTranslation();
  const may = useMay();
  const who = useWho(of);
  const isNobody = of.roles.length === 0;
  return (
    <Group gap="xs" align="flex-start">
      <Stack gap={0} maw={440}>
        <Text size="sm">{t('followUp.numberHiddenFromYou')}</Text>
        <Text size="sm" dir="auto" className="breaks">
          {isNobody ? t('followUp.noRoleMay') : t('followUp.whoMay', { who })}
          {!isNobody && !may('saveFollowUp') && ` ${t('followUp.sendLink')}`}
        </Text>
      </Stack>
      {!isNobody && may('saveFollowUp') && <HandOver saved={saved} people={of.people} />}
    </Group>
  );
}

/** The people who may call back, for a person who may not see the number, and a way to give them the call. */
export function WhoMayCallBack({ saved }: { readonly saved: FollowUpResponse }) {
  const { t } = useTranslation();
  const client_id = useClientId();
  const who = useQuery(getCallBackOptions({ path: { call_id: saved.call_id }, query: { client_id } }));
  return (
    <Loaded query={who} what={t('followUp.callBack')} height={HEIGHT}>
      {(of) => <Who of={of} saved={saved} />}
    </Loaded>
  );
}
