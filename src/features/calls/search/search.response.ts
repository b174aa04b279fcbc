import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { CallRowResponse } from '../../call-records/rules/call-row.response.js';

/**
 * Whether a number was compared; `not_permitted`: your role may not see numbers in all projects.
 */
const NUMBER_SEARCHES = ['searched', 'not_permitted', 'no_number'] as const;
export type NumberSearch = (typeof NUMBER_SEARCHES)[number];

export const FOUND_IN = ['summary', 'transcript'] as const;

export class CallOfWords {
  @ApiProperty({ type: CallRowResponse })
  call!: CallRowResponse;

  @ApiProperty({ enum: FOUND_IN })
  found_in!: (typeof FOUND_IN)[number];

  @Field('A line of the text around the first word, as you may read it.', {
    example: '… asked for a refund of the second invoice …',
  })
  excerpt!: string;

  @NullableField('integer', {
    description: 'Milliseconds from the start of the call; null: in the summary.',
    example: 12_400,
  })
  offset_ms!: number | null;
}

/** Calls whose summary or redacted transcript contains the words (calls 16.3 to 16.5). */
export class WordSearchResponse {
  @Field('The newest of them.', { type: [CallOfWords] })
  items!: readonly CallOfWords[];

  @Field('How many of the calls that were read have the words.', { type: 'integer', example: 1 })
  found!: number;

  @Field('How many calls of the range were read, newest first.', { type: 'integer', example: 300 })
  searched!: number;

  @Field('Whether all calls of the range were read.')
  complete!: boolean;
}

export class FoundCallsResponse {
  @Field('The call with this id, and the newest calls of this number, of any time.', {
    type: [CallRowResponse],
  })
  items!: readonly CallRowResponse[];

  @ApiProperty({ enum: NUMBER_SEARCHES })
  number!: NumberSearch;

  @NullableField(WordSearchResponse, {
    description: 'Null unless `words` is true and there is a word of at least three letters.',
    example: null,
  })
  words!: WordSearchResponse | null;
}
