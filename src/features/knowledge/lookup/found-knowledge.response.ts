import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import type { FoundChunk } from './knowledge-search.service.js';

/** A passage of a source that answers a question. */
export class KnowledgeChunk {
  @ApiProperty({ format: 'uuid', example: '5b6f8a52-1d6e-4a4a-9c39-6f0a2d7b8e11' })
  source_id!: string;

  @Field('The title of the source.', { example: 'Frequent questions' })
  title!: string;

  @NullableField(String, { example: 'Parking' })
  heading!: string | null;

  @NullableField('integer', { description: 'The page of the document, from 1.', example: 2 })
  page!: number | null;

  @Field('Where the passage begins in the text of the source, in characters.', {
    type: 'integer',
    example: 0,
  })
  place!: number;

  @Field('The passage, word for word.', { example: 'There are six free bays behind the building.' })
  text!: string;

  @Field('From 0 to 1: how much of the weight of the question the passage has.', { example: 0.42 })
  score!: number;

  @Field('The words of the passage that are in the question, or nearly.', {
    type: [String],
    example: ['parking'],
  })
  matched_words!: readonly string[];
}

export const shownChunk = ({ sourceId, matchedWords, ...chunk }: FoundChunk): KnowledgeChunk => ({
  source_id: sourceId,
  ...chunk,
  matched_words: matchedWords,
});
