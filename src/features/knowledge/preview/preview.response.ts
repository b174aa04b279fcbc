import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { KnowledgeChunk } from '../lookup/found-knowledge.response.js';

export class KnowledgeAnswer {
  @ApiProperty({ format: 'uuid', example: '0b2d4a4e-6a3c-4b57-9a52-2f1c8d3e7a10' })
  build_id!: string;

  @Field('The best first.', { type: [KnowledgeChunk] })
  items!: readonly KnowledgeChunk[];

  @Field('Whether calls count the question as answered; otherwise it is a gap.')
  is_good!: boolean;
}

export class KnowledgePreviewResponse extends KnowledgeAnswer {
  @NullableField(KnowledgeAnswer, {
    description: 'The answer of the other build; null without `compare_to`.',
  })
  compared!: KnowledgeAnswer | null;
}
