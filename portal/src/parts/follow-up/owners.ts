import { useTranslation } from 'react-i18next';
import type { FollowUpResponse } from '../../api/generated';
import { useSession } from '../../session/session';

/**
 * The people that a follow-up can be given to: oneself, and who has it. Others take it themselves.
 */
export function useOwners(
  present: FollowUpResponse['owner'],
): { readonly value: string; readonly label: string }[] {
  const { t } = useTranslation();
  const session = useSession();
  const own = session && { value: session.user_id, label: t('words.you', { name: session.display_name }) };
  return [
    ...(own ? [own] : []),
    ...(present && present.user_id !== own?.value
      ? [{ value: present.user_id, label: present.display_name ?? t('followUp.anotherPerson') }]
      : []),
  ];
}
