import type { TFunction } from 'i18next';
import type { ApiKeysSettledResponse, PersonResponse } from '../../../api/generated';
import {
  getPortalSessionQueryKey,
  listApiKeysQueryKey,
  listInvitationsQueryKey,
  listPeopleQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';

/** Properties of the dialogs about a person. */
export interface PersonDialog {
  /** The person in the state that the list shows. */
  readonly person: PersonResponse;
  /** Whether this is the signed-in person. */
  readonly isSelf: boolean;
  /** Roles that the signed-in person may grant. */
  readonly roles: readonly PersonResponse['role'][];
  /** Name of the client. */
  readonly business: string;
  readonly onClose: () => void;
}

/**
 * Queries that a change of a person affects: removing an administrator withdraws invitations, and
 * one's own role is part of the session.
 */
export const changesOf = (isSelf: boolean) => [
  listPeopleQueryKey(),
  listApiKeysQueryKey(),
  listInvitationsQueryKey(),
  ...(isSelf ? [getPortalSessionQueryKey()] : []),
];

/** One page of the list of colleagues, which is enough to choose from. */
export const COLLEAGUES = 100;

/** Sentences about a person's keys that were revoked or transferred. */
export const keysMessages = (
  t: TFunction,
  { ended, handed_over }: Pick<ApiKeysSettledResponse, 'ended' | 'handed_over'>,
): string[] => [
  ...(ended > 0 ? [t('people.keysEnded', { count: ended })] : []),
  ...(handed_over > 0 ? [t('people.keysHandedOver', { count: handed_over })] : []),
];
