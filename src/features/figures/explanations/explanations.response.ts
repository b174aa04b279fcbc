import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { FRESHNESS_RULES, LEFT_OUT, type FreshnessRule, type LeftOut } from '../rules/definition.js';
import { DefinitionResponse } from '../rules/definition.response.js';

/** Replaces a number that the caller may not see. */
export const NOT_VISIBLE = 'not_visible';

const SOURCES = ['asked', 'role', 'governance'] as const;

const TEXTS = { type: 'object', additionalProperties: { type: 'string' } } as const;

export class ConditionResponse {
  @ApiProperty({ example: 'project_id' })
  field!: string;

  @Field('`assigned` for the projects that the person is assigned to.', { example: 'assigned' })
  value!: string;

  @Field('Whether the request set it, the role of the caller, or a rule of the client or project.', {
    enum: SOURCES,
  })
  source!: (typeof SOURCES)[number];
}

export class BoundsResponse {
  @ApiProperty({ format: 'date-time', example: '2026-10-01T00:00:00.000Z' })
  start_utc!: string;

  @Field('The first instant that no longer belongs to it.', {
    format: 'date-time',
    example: '2026-11-01T00:00:00.000Z',
  })
  end_utc!: string;

  @NullableField(String, { example: 'UTC', description: "Null: the client's own." })
  timezone!: string | null;
}

export class LeftOutCountResponse {
  @ApiProperty({ enum: Object.keys(LEFT_OUT), example: 'no_duration' })
  reason!: LeftOut;

  @ApiProperty({ example: 'Calls without a known duration.' })
  text!: string;

  @Field('How many calls; null if no route counts them, `not_visible` if the caller may not know.', {
    oneOf: [{ type: 'integer', minimum: 0 }, { type: 'string', enum: [NOT_VISIBLE] }, { type: 'null' }],
    example: 12,
  })
  count!: number | typeof NOT_VISIBLE | null;
}

export class FreshnessResponse {
  @ApiProperty({ enum: Object.keys(FRESHNESS_RULES), example: 'at_once' })
  rule!: FreshnessRule;

  @NullableField(String, { format: 'date-time', example: '2026-11-20T10:15:00.000Z' })
  as_of_utc!: string | null;
}

export class ExplainedCallsResponse {
  @ApiProperty({ example: '/v1/calls/list' })
  route!: string;

  @ApiProperty({ ...TEXTS, example: { start_date: '2026-10-01', end_date: '2026-10-31', status: 'missed' } })
  query!: Readonly<Record<string, string>>;

  @Field('As counted by the list.', { type: 'integer', minimum: 0, example: 12 })
  total!: number;
}

export class ExplanationResponse {
  @ApiProperty({ example: '/v1/calls/summary' })
  route!: string;

  @Field('The figure, as requested.', { example: 'missed_calls' })
  figure!: string;

  @ApiProperty({ type: DefinitionResponse })
  definition!: DefinitionResponse;

  @NullableField('number', { description: 'As in the response of the route.', example: 12 })
  value!: number | null;

  @NullableField(String, {
    description: 'The reason code in the response of the route; only for the caller mix.',
    example: null,
  })
  reason!: string | null;

  @ApiProperty({ type: [ConditionResponse] })
  conditions!: ConditionResponse[];

  @NullableField(BoundsResponse, { description: 'Null if no dates are counted.' })
  bounds!: BoundsResponse | null;

  @NullableField('integer', {
    description:
      'The calls that the value counts; null if it is not computed from calls, or no route counts them.',
    example: 12,
  })
  counted!: number | null;

  @ApiProperty({ type: [LeftOutCountResponse] })
  left_out!: LeftOutCountResponse[];

  @ApiProperty({ type: FreshnessResponse })
  freshness!: FreshnessResponse;

  @NullableField(ExplainedCallsResponse, {
    description: 'The list that has exactly these calls; null if it has no such filter.',
  })
  calls!: ExplainedCallsResponse | null;
}
