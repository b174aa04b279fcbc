import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../address/assignment';
import { useClientId } from '../../address/view';
import type { FollowUpResponse } from '../../api/generated';
import { listPeopleOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useSession } from '../../session/session';

/** The route's maximum page size. */
const MOST_PEOPLE = 100;

/**
 * The people that a follow-up can be given to: the reader, the current owner, and those of the
 * client's people whom the reader may see.
 */
export function useOwners(
  present: FollowUpResponse['owner'],
): { readonly value: string; readonly label: string }[] {
  const { t } = useTranslation();
  const session = useSession();
  const client_id = useClientId();
  const may = useMay();
  const people = useQuery({
    ...listPeopleOptions({ query: { client_id, page_size: MOST_PEOPLE } }),
    enabled: may('listPeople'),
  });
  const colleagues = people.data?.items.filter(({ active }) => active) ?? [];
  // A later name of a person replaces an earlier one.
  const labels = new Map([
    ...(session ? [[session.user_id, ''] as const] : []),
    ...(present ? [[present.user_id, present.display_name ?? t('followUp.anotherPerson')] as const] : []),
    ...colleagues.map((it) => [it.user_id, it.display_name] as const),
    ...(session ? [[session.user_id, t('words.you', { name: session.display_name })] as const] : []),
  ]);
  return [...labels].map(([value, label]) => ({ value, label }));
}
