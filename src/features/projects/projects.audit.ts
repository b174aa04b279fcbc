import { auditActions } from '../../core/shared/audit-event.js';

export const PROJECT_ACTIONS = auditActions({
  created: 'project.created',
  updated: 'project.updated',
  archived: 'project.archived',
  restored: 'project.restored',
  assignmentCreated: 'project_assignment.created',
  assignmentRemoved: 'project_assignment.removed',
  billingUpdated: 'project_billing.updated',
});
