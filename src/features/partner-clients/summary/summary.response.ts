import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import { CountField, CountResponse } from '../rules/count.response.js';
import { HEALTH_STATES, type HealthState } from './health.policy.js';

/** The fields of a client that its own people may see. */
export class SummaryClient {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ example: 'Acme Dental Group' })
  business_name!: string;

  @Field('`provisioning`: it has no data route yet.', { enum: ['provisioning', 'active'] })
  status!: 'provisioning' | 'active';

  @NullableField(String, { description: 'Null if none was given.', example: 'acme-dental.example' })
  web_domain!: string | null;

  @Field('IANA.', { example: 'Australia/Sydney' })
  timezone!: string;
}

export class SummaryHealth {
  @Field('`attention`: something needs a person. `unknown`: a source does not answer. It blocks nothing.', {
    enum: HEALTH_STATES,
  })
  state!: HealthState;

  @CountField('Projects that you can see and that are not archived.')
  active_projects!: CountResponse;

  @CountField('Archived projects that you can see.')
  archived_projects!: CountResponse;

  @CountField('Active projects with a draft.')
  drafts!: CountResponse;
}

export class SummaryProject {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: 'Front desk' })
  display_name!: string;

  @ApiProperty({ enum: ['setup', 'active', 'archived'] })
  lifecycle_state!: 'setup' | 'active' | 'archived';

  @ApiProperty()
  has_draft!: boolean;

  @NullableField('integer', { description: 'Null before the first one.' })
  latest_published_version_number!: number | null;
}

/** There is no source of staff that partners may see. */
export class SummaryStaff {
  @ApiProperty({ enum: ['placeholder'] })
  state!: 'placeholder';

  @Field('Always empty.', { type: 'array', items: {}, maxItems: 0, example: [] })
  items!: readonly never[];
}

export class SummaryFlags {
  @Field('Whether the client has a billing plan.')
  billing_enabled!: boolean;

  @Field('Whether people may open support tickets: the client has a data route.')
  support_enabled!: boolean;
}

export class SummaryBilling {
  @ApiProperty({ example: 'Professional' })
  plan_name!: string;

  @Field('ISO 4217.', { example: 'AUD' })
  currency!: string;

  @NullableField(String, { format: 'date-time' })
  period_start_utc!: string | null;

  @NullableField(String, { format: 'date-time' })
  period_end_utc!: string | null;
}

export class SummaryContact {
  @NullableField(String, {
    description: 'Null if none was given or it cannot be decrypted.',
    example: 'Mei Tanaka',
  })
  contact_name!: string | null;
}

export class PartnerClientSummaryResponse {
  @ApiProperty()
  client!: SummaryClient;

  @ApiProperty()
  health!: SummaryHealth;

  @Field(
    'The first 100, archived ones last and then by name; also empty if `active_projects` is unavailable.',
    { type: [SummaryProject] },
  )
  projects!: readonly SummaryProject[];

  @ApiProperty()
  staff!: SummaryStaff;

  @ApiProperty()
  flags!: SummaryFlags;

  @OptionalField('Only for partner_admin, left out for others; null without a billing plan.', {
    type: SummaryBilling,
    nullable: true,
  })
  billing?: SummaryBilling | null;

  @OptionalField('Only for partner_admin, left out for others.', { type: SummaryContact })
  contact?: SummaryContact;

  @OptionalField('Only for partner_admin, left out for others; null if there are none.', {
    type: String,
    nullable: true,
  })
  engagement_notes?: string | null;
}
