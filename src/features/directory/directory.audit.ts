import { auditActions } from '../../core/shared/audit-event.js';

/** Audit actions of directories (directory 6.1). */
export const DIRECTORY_ACTIONS = auditActions({
  saved: 'directory.saved',
  tokenCreated: 'directory.token_created',
  tokenEnded: 'directory.token_ended',
  linked: 'directory.person_linked',
  unlinked: 'directory.person_unlinked',
  userCreated: 'directory.user_created',
  userChanged: 'directory.user_changed',
  userDeleted: 'directory.user_deleted',
  groupCreated: 'directory.group_created',
  groupChanged: 'directory.group_changed',
  groupDeleted: 'directory.group_deleted',
});
