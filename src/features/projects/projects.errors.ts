import { errorEntry } from '../../core/shared/catalogue.js';

/** Errors of projects and of who is assigned to them (errors 3.2). */
export const PROJECT_ERRORS = {
  archived: errorEntry('project_archived', 409, 'The project is archived and read-only. Restore it first.'),
  notArchived: errorEntry('project_not_archived', 409, 'Only an archived project can be restored.'),
  inboundNumberTaken: errorEntry(
    'inbound_number_taken',
    409,
    'Another project of the client now answers a number of this project. Remove the number from that project, then restore this one.',
  ),
  limit: errorEntry(
    'project_limit',
    409,
    'The client has reached its limit of projects in this environment. Restore an archived project instead.',
  ),
  assignmentExists: errorEntry(
    'project_assignment_exists',
    409,
    'The member is already assigned to this project. GET .../lifecycle shows the assignment.',
  ),
};
