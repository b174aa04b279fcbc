import { auditActions } from '../../core/shared/audit-event.js';

/** Audit actions of knowledge, each with the ids of project and source, without titles and texts (knowledge 2.8). */
export const KNOWLEDGE_ACTIONS = auditActions({
  sourceCreated: 'knowledge_source.created',
  sourceChanged: 'knowledge_source.changed',
  sourceUploaded: 'knowledge_source.uploaded',
  sourceRead: 'knowledge_source.read',
  textShown: 'knowledge_source.text_shown',
  sourceDeleted: 'knowledge_source.deleted',
});
