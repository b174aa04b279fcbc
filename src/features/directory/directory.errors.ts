import { errorEntry } from '../../core/shared/catalogue.js';

/** Errors of the routes for directories, and of their setup (errors 3.16). */
export const DIRECTORY_ERRORS = {
  invalidSyntax: errorEntry('directory_invalid_syntax', 400, 'The request is not valid SCIM.'),
  invalidValue: errorEntry('directory_invalid_value', 400, 'A value is missing or not allowed.'),
  invalidPath: errorEntry('directory_invalid_path', 400, 'The path of an operation is not supported.'),
  invalidFilter: errorEntry(
    'directory_invalid_filter',
    400,
    'Filter by one of userName, externalId, displayName and id, as in userName eq "mei@example.com".',
  ),
  tooMany: errorEntry('directory_too_many', 400, 'The directory has reached the limit of this client.'),
  uniqueness: errorEntry(
    'directory_uniqueness',
    409,
    'Another resource of the directory has this name. Choose another one.',
  ),
  lastAdministrator: errorEntry(
    'directory_last_administrator',
    409,
    'This person is the last active administrator of the client and keeps the role, but their sessions and API ' +
      'keys have ended. Make another person an administrator first.',
  ),
  stale: errorEntry(
    'directory_stale',
    412,
    'The resource changed since you read it. Read it again, and send its new version as If-Match.',
  ),
};
