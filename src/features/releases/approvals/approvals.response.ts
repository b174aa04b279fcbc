import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { PaginationResponse } from '../../../core/http/paging/pagination.response.js';
import { APPROVAL_STATES, type ApprovalState } from '../rules/approval.policy.js';

const PERSON = '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e';
const instant = { type: String, format: 'date-time', nullable: true } as const;
const person = { type: String, nullable: true, example: PERSON } as const;

/** A second person's approval of one state of a draft. */
export class ApprovalResponse {
  @ApiProperty({ format: 'uuid' })
  approval_id!: string;

  @Field('The etag of the draft for which it is valid.', { example: '5f0c8a2be1d94c6f9a3b7e10' })
  draft_etag!: string;

  @NullableField('integer', {
    example: 3,
    description: 'The version that was published at the time; null before the first version.',
  })
  base_version_number!: number | null;

  @ApiProperty({ enum: APPROVAL_STATES })
  state!: ApprovalState;

  @Field('Whether the draft or the published version has changed since, so that it is no longer valid.')
  is_stale!: boolean;

  @NullableField(String, { example: 'Opening hours over the holidays.' })
  note!: string | null;

  @ApiProperty({ example: PERSON })
  requested_by!: string;

  @ApiProperty({ format: 'date-time' })
  requested_at!: string;

  @ApiProperty(person)
  approved_by!: string | null;

  @ApiProperty(instant)
  approved_at!: string | null;

  @ApiProperty(person)
  withdrawn_by!: string | null;

  @ApiProperty(instant)
  withdrawn_at!: string | null;

  @ApiProperty(instant)
  used_at!: string | null;

  @NullableField('integer', { example: null, description: 'The version it was used for.' })
  used_version_number!: number | null;
}

export class ApprovalListResponse {
  @Field('Newest first.', { type: [ApprovalResponse] })
  items!: ApprovalResponse[];

  @ApiProperty({ type: PaginationResponse })
  pagination!: PaginationResponse;
}
