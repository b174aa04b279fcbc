import { IntegerField, PatternField, TextField } from '../../../core/http/fields/field-kinds.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';
import { MAX_QUERY, MAX_TOP_K } from '../rules/build-limits.js';

export class KnowledgeQueryRequest {
  @IntegerField(1, MAX_INTEGER, { description: 'The version that the call runs.' })
  version_number!: number;

  @TextField(1, MAX_QUERY, { description: 'A question of the caller.', example: 'Where can I park?' })
  query!: string;

  @IntegerField(1, MAX_TOP_K, { description: 'How many passages at most.' })
  top_k!: number;

  @PatternField(
    /^[A-Za-z0-9._:-]{1,128}$/,
    'must be 1 to 128 letters, digits, dots, underscores, colons or hyphens',
    { description: 'The call_id that ingest uses; shown with words that were missing.', optional: true },
  )
  call_id?: string;
}
