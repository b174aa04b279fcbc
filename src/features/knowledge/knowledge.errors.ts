import { errorEntry } from '../../core/shared/catalogue.js';

export const KNOWLEDGE_ERRORS = {
  limitReached: errorEntry(
    'knowledge_limit_reached',
    409,
    'A project has at most 200 knowledge sources. Delete one first.',
  ),
  textNotKept: errorEntry(
    'knowledge_text_not_kept',
    409,
    'The text of this source is not stored: it is larger than 131,072 bytes, is not in UTF-8, or was never sent. Send the whole text.',
  ),
  textHeldBack: errorEntry(
    'knowledge_text_held_back',
    409,
    'The text has not been read yet, or not all of its findings are accepted. A partner_admin accepts them.',
  ),
  ofOtherKind: errorEntry(
    'knowledge_kind_mismatch',
    409,
    'Sources of kind url are fetched, and the others are uploaded. Use the route of its kind.',
  ),
} as const;
