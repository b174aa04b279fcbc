import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { KnowledgeChunk } from '../lookup/found-knowledge.response.js';

export class KnowledgeQueryResponse {
  @NullableField(String, {
    format: 'uuid',
    description: 'The build of the version; null: it names none, so that nothing is found.',
    example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10',
  })
  build_id!: string | null;

  @Field('The best first.', { type: [KnowledgeChunk] })
  items!: readonly KnowledgeChunk[];

  @Field('Whether the best passage has most of the question; otherwise do not answer from it.')
  is_good!: boolean;
}
