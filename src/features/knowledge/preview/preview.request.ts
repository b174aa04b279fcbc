import { IntegerField, TextField, UuidField } from '../../../core/http/fields/field-kinds.js';
import { MAX_QUERY, MAX_TOP_K } from '../rules/build-limits.js';

export class KnowledgePreviewRequest {
  @TextField(1, MAX_QUERY, { description: 'A question of a caller.', example: 'Where can I park?' })
  query!: string;

  @IntegerField(1, MAX_TOP_K, { description: 'How many passages at most.', example: 3 })
  top_k!: number;

  @UuidField({ description: 'A ready build; if left out, the newest one.', optional: true })
  build_id?: string;

  @UuidField({ description: 'Another ready build, whose answer is shown beside it.', optional: true })
  compare_to?: string;
}
