import { errorEntry } from '../../core/shared/catalogue.js';

export const KNOWLEDGE_ERRORS = {
  limitReached: errorEntry(
    'knowledge_limit_reached',
    409,
    'A project has at most 200 knowledge sources. Delete one first.',
  ),
  ofOtherKind: errorEntry(
    'knowledge_kind_mismatch',
    409,
    'Sources of kind url are fetched, and the others are uploaded. Use the route of its kind.',
  ),
} as const;
