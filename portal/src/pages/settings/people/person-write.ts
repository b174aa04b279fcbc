import type { PersonResponse } from '../../../api/generated';
import {
  getPortalSessionQueryKey,
  listInvitationsQueryKey,
  listPeopleQueryKey,
} from '../../../api/generated/@tanstack/react-query.gen';

/** What the dialogs about a person are given. */
export interface PersonDialog {
  /** As the list shows them now. */
  readonly person: PersonResponse;
  /** Whether the person is the one who is signed in. */
  readonly isSelf: boolean;
  /** The role of the one who is signed in. */
  readonly administrator: string;
  /** Name of the client. */
  readonly business: string;
  readonly onClose: () => void;
}

/** What a change of a person changes: an administrator's end withdraws invitations, and one's own role is of the session. */
export const changesOf = (isSelf: boolean) => [
  listPeopleQueryKey(),
  listInvitationsQueryKey(),
  ...(isSelf ? [getPortalSessionQueryKey()] : []),
];
