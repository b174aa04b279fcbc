import type { PersonResponse } from '../../../api/generated';
import {
  getPortalSessionQueryKey,
  listInvitationsQueryKey,
  listPeopleQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';

/** Properties of the dialogs about a person. */
export interface PersonDialog {
  /** As the list shows them now. */
  readonly person: PersonResponse;
  /** Whether this is the signed-in person. */
  readonly isSelf: boolean;
  /** The role of the signed-in person. */
  readonly administrator: string;
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
  listInvitationsQueryKey(),
  ...(isSelf ? [getPortalSessionQueryKey()] : []),
];
