import { auditActions } from '../../core/shared/audit-event.js';

/** Audit actions of builds, each with the ids of project and build. */
export const BUILD_ACTIONS = auditActions({
  buildRequested: 'knowledge_build.requested',
  buildCancelled: 'knowledge_build.cancelled',
});
