import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import {
  FRESHNESS_RULES,
  LEFT_OUT,
  UNITS,
  ZONE_RULES,
  type FreshnessRule,
  type LeftOut,
  type Unit,
  type ZoneRule,
} from './definition.js';

export class LeftOutResponse {
  @ApiProperty({ enum: Object.keys(LEFT_OUT), example: 'no_duration' })
  reason!: LeftOut;

  @ApiProperty({ example: 'Calls without a known duration.' })
  text!: string;
}

export class DefinitionResponse {
  @Field('Stays the same for as long as the figure means the same.', { example: 'summary.missed_calls' })
  key!: string;

  @Field('Increases when the meaning of the figure changes.', { type: 'integer', example: 1 })
  version!: number;

  @ApiProperty({ example: '/v1/calls/summary' })
  route!: string;

  @Field(
    'Its path in the answer. A name in brackets identifies items of a list; `*` means each key of a map.',
    { example: 'missed_calls' },
  )
  figure!: string;

  @ApiProperty({ enum: UNITS, example: 'calls' })
  unit!: Unit;

  @ApiProperty({ example: 'Calls that were busy, not answered or cancelled, in both directions.' })
  definition!: string;

  @Field('Filters with which the list of calls shows exactly the counted calls.', {
    type: 'object',
    additionalProperties: { type: 'string' },
    nullable: true,
    example: { status: 'missed' },
  })
  conditions!: Readonly<Record<string, string>> | null;

  @ApiProperty({ enum: Object.keys(ZONE_RULES), example: 'range' })
  zone_rule!: ZoneRule;

  @Field('The zone rule in words.', { example: ZONE_RULES.range.en })
  zone!: string;

  @ApiProperty({ type: [LeftOutResponse] })
  left_out!: LeftOutResponse[];

  @ApiProperty({ enum: Object.keys(FRESHNESS_RULES), example: 'at_once' })
  freshness_rule!: FreshnessRule;

  @Field('The freshness rule in words.', { example: FRESHNESS_RULES.at_once.en })
  freshness!: string;
}

export class DefinitionsResponse {
  @ApiProperty({ type: [DefinitionResponse] })
  items!: DefinitionResponse[];
}
