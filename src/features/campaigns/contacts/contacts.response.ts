import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { CampaignPagination } from '../rules/pagination.response.js';
import {
  CONTACT_STATUSES,
  DISPOSITIONS,
  NOT_CALLABLE_REASONS,
  REGISTRY_STATUSES,
} from '../rules/statuses.js';

const text = (description?: string) => ({
  type: String,
  nullable: true,
  ...(description && { description }),
});
const instant = { type: String, format: 'date-time', nullable: true } as const;

/** A contact (campaigns 3.4). */
export class ContactItem {
  @ApiProperty({ format: 'uuid' })
  contact_id!: string;

  @ApiProperty(text())
  external_contact_id!: string | null;

  @ApiProperty({ example: '+61 *** *** 156' })
  masked_phone!: string;

  @Field('The allowed keys of the campaign; never those of one contact.', { type: [String] })
  personalization_keys!: readonly string[];

  @ApiProperty({ enum: CONTACT_STATUSES })
  status!: string;

  @ApiProperty()
  is_callable!: boolean;

  @NullableField(String, { enum: NOT_CALLABLE_REASONS })
  not_callable_reason!: string | null;

  @NullableField(String, { enum: REGISTRY_STATUSES })
  registry_status!: string | null;

  @ApiProperty(instant)
  registry_checked_at_utc!: string | null;

  @ApiProperty(instant)
  registry_valid_until_utc!: string | null;

  @ApiProperty({ ...text('The wash from which the status comes.'), format: 'uuid' })
  registry_wash_record_id!: string | null;

  @ApiProperty(text())
  consent_type!: string | null;

  @ApiProperty(text())
  consent_source!: string | null;

  @ApiProperty(instant)
  consent_given_at_utc!: string | null;

  @ApiProperty(instant)
  consent_expires_at_utc!: string | null;

  @ApiProperty(instant)
  consent_withdrawn_at_utc!: string | null;

  @ApiProperty(text())
  exemption_type!: string | null;

  @NullableField(Boolean)
  exemption_verified!: boolean | null;

  @ApiProperty({ type: 'integer', minimum: 0 })
  attempt_count!: number;

  @ApiProperty(instant)
  last_attempt_at_utc!: string | null;

  @ApiProperty(instant)
  next_attempt_at_utc!: string | null;

  @NullableField(String, { enum: DISPOSITIONS })
  last_disposition!: string | null;

  @ApiProperty(text('The call of the last attempt.'))
  last_call_id!: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at_utc!: string;

  @ApiProperty({ format: 'date-time' })
  updated_at_utc!: string;
}

export class ContactListResponse {
  @ApiProperty({ type: [ContactItem] })
  items!: ContactItem[];

  @ApiProperty({ type: CampaignPagination })
  pagination!: CampaignPagination;
}
