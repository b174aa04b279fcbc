import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { STAGED_STATES, type StagedState } from '../rules/staged-release.policy.js';
import { STOP_SHARES, type StopShare } from '../rules/stop-rule.policy.js';

const PERSON = '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e';

const Limit = (what: string): PropertyDecorator =>
  NullableField('integer', { example: 20, description: `Percent of the ended calls that ${what}.` });

/** The rule by which a staged release ends; null: this share has no limit. */
export class StopWhenResponse {
  @Limit('have failed')
  failed_share!: number | null;

  @Limit('were handed over to a person')
  escalation_share!: number | null;

  @Limit('the caller abandoned')
  abandoned_share!: number | null;

  @Field('Ended calls of the staged version before which no limit counts.', { type: 'integer', example: 50 })
  min_calls!: number;
}

/** Why its rule ended a staged release. */
export class StoppedResponse {
  @ApiProperty({ enum: STOP_SHARES, example: 'failed_share' })
  rule!: StopShare;

  @Field('Percent.', { type: 'integer', example: 20 })
  limit!: number;

  @Field('Percent of the calls, cut to 2 decimals.', { example: 35.48 })
  share!: number;

  @Field('Ended calls of the staged version until then.', { type: 'integer', example: 62 })
  calls!: number;

  @Field('Those of them that the rule counts.', { type: 'integer', example: 22 })
  counted!: number;

  @ApiProperty({ format: 'date-time' })
  checked_at!: string;
}

/** A version that only some calls run until it is finished or taken back. */
export class StagedReleaseResponse {
  @ApiProperty({ type: 'integer', example: 4 })
  version_number!: number;

  @ApiProperty({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })
  content_hash!: string;

  @ApiProperty({ enum: STAGED_STATES })
  state!: StagedState;

  @NullableField('integer', { example: 10, description: 'null if numbers are named.' })
  percent!: number | null;

  @NullableField([String], {
    example: ['+61 *** *** 234'],
    description: 'Masked; null if a percentage is named.',
  })
  numbers!: string[] | null;

  @NullableField(String, { example: 'The new greeting, for a tenth of the callers.' })
  change_note!: string | null;

  @ApiProperty({ format: 'date-time' })
  started_at!: string;

  @ApiProperty({ example: PERSON })
  started_by!: string;

  @NullableField(String, { format: 'date-time' })
  ended_at!: string | null;

  @NullableField(String, {
    example: null,
    description:
      'The person who finished it or took it back; null if it ended by itself, or by archiving the project.',
  })
  ended_by!: string | null;

  @NullableField(String, {
    example: 'runtime-syd-1',
    description: 'The runtime that last reported this version while it was staged.',
  })
  runtime_id!: string | null;

  @NullableField(String, { format: 'date-time' })
  runtime_reported_at!: string | null;

  @NullableField(StopWhenResponse, { description: 'When it ends by itself.' })
  stop_when!: StopWhenResponse | null;

  @NullableField(StoppedResponse, { description: 'Set if it has ended by itself.' })
  stopped!: StoppedResponse | null;
}

/** The version that one call uses. */
export class VersionChoiceResponse {
  @Field('GET .../configuration?version_number= returns it.', { type: 'integer', example: 4 })
  version_number!: number;

  @Field('The hash that the runtime reports once it runs this configuration.')
  content_hash!: string;

  @Field('Whether it is the staged version rather than the published one.')
  staged!: boolean;
}
