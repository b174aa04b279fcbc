import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../address/assignment';
import { useClientId } from '../../address/view';
import { listSupportPeopleOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useSession } from '../../session/session';
import type { Ticket } from './words';

/** They change as seldom as tickets get new people. */
const FRESH_MS = 60_000;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/**
 * The people by whom tickets are filtered, and to whom they are assigned, as far as the reader may
 * know their names; the reader comes first.
 * @param isAsked whether they are already needed
 * @param present a person who is chosen now
 */
export function useSupportPeople(
  isAsked: boolean,
  present?: Ticket['assignee'],
): { readonly requesters: readonly Choice[]; readonly assignees: readonly Choice[] } {
  const { t } = useTranslation();
  const client_id = useClientId();
  const may = useMay();
  const session = useSession();
  const { data } = useQuery({
    ...listSupportPeopleOptions({ query: { client_id } }),
    enabled: isAsked && may('listSupportPeople'),
    staleTime: FRESH_MS,
  });
  const choicesOf = (people: readonly NonNullable<Ticket['assignee']>[]): readonly Choice[] => {
    const named = people.flatMap(({ user_id: value, display_name: label }) =>
      label === null ? [] : [{ value, label }],
    );
    const self = session && {
      value: session.user_id,
      label: t('words.you', { name: session.display_name }),
    };
    return [...(self ? [self] : []), ...named.filter(({ value }) => value !== self?.value)];
  };
  const assignees = choicesOf(data?.assignees ?? []);
  const isListed = !present || assignees.some(({ value }) => value === present.user_id);
  return {
    requesters: choicesOf(data?.requesters ?? []),
    assignees: isListed
      ? assignees
      : [
          ...assignees,
          { value: present.user_id, label: present.display_name ?? t(`words.actor.${present.kind}`) },
        ],
  };
}
