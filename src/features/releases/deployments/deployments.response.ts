import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { DRIFT_STATES, type DriftState } from './drift.policy.js';

export class DriftResponse {
  @Field('unknown: nothing was published yet, or the runtime has not reported.', { enum: DRIFT_STATES })
  state!: DriftState;

  @NullableField(String, {
    description: 'content_hash of the published version.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  expected_hash!: string | null;

  @NullableField(String, {
    description: 'The configuration that the runtime reported.',
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  observed_hash!: string | null;

  @NullableField(String, {
    format: 'date-time',
    description: 'When the runtime reported it; null if it never has.',
  })
  checked_at!: string | null;
}

/** A record of a deployment: who deployed which version, and where. */
export class DeploymentResponse {
  @ApiProperty({ format: 'uuid' })
  deployment_id!: string;

  @ApiProperty({ type: 'integer', example: 3 })
  version_number!: number;

  @ApiProperty({ example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' })
  content_hash!: string;

  @ApiProperty({ example: 'runtime-syd-1' })
  runtime_id!: string;

  @NullableField(String, { example: 'Rolled out to Sydney first.' })
  note!: string | null;

  @ApiProperty({ format: 'date-time' })
  deployed_at!: string;

  @Field('Identifier of a person, a key or a process.', { example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e' })
  deployed_by!: string;
}

export class DeploymentListResponse {
  @Field('The last 50, newest first.', { type: [DeploymentResponse] })
  items!: DeploymentResponse[];
}
