import { ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../../core/http/fields/field.decorators.js';
import { DAYS } from '../../../../core/http/schemas/schema-parts.js';
import { DASHBOARD_ICONS } from './dashboard-metadata.schema.js';

@ApiSchema({ name: 'DashboardLabel' })
export class DashboardLabelResponse {
  @ApiProperty({ example: 'site' })
  name!: string;

  @ApiProperty({ example: 'Newtown' })
  value!: string;
}

@ApiSchema({ name: 'DashboardHours' })
export class DashboardHoursResponse {
  @ApiProperty({ enum: DAYS })
  day!: (typeof DAYS)[number];

  @ApiProperty({ example: '09:00' })
  opens!: string;

  @Field('24:00 is the end of the day.', { example: '17:00' })
  closes!: string;
}

@ApiSchema({ name: 'DashboardDraft' })
export class DashboardDraftResponse {
  @ApiProperty({
    type: 'object',
    allOf: [{ $ref: getSchemaPath('DashboardMetadataConfiguration') }],
  } as never)
  configuration!: object;

  @ApiProperty({ format: 'date-time' })
  updated_at!: string;
}

/** The metadata of a project that every user of the client may see. */
export class DashboardMetadataResponse {
  @Field('As requested.', { example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: 'Front desk' })
  display_name!: string;

  @Field('IANA name.', { example: 'Australia/Sydney' })
  timezone!: string;

  @Field('A project in setup counts as active.', { enum: ['active', 'archived'] })
  lifecycle_state!: 'active' | 'archived';

  @NullableField(String, { example: 'Answers the main line of the practice.' })
  description!: string | null;

  @ApiProperty({ type: [DashboardLabelResponse] })
  labels!: DashboardLabelResponse[];

  @ApiProperty({ type: [String], example: ['reception', 'sydney'] })
  tags!: string[];

  @NullableField(String, { example: '#1f6feb' })
  colour!: string | null;

  @ApiProperty({ enum: DASHBOARD_ICONS, nullable: true, example: 'phone' })
  icon!: (typeof DASHBOARD_ICONS)[number] | null;

  @NullableField([DashboardHoursResponse], {
    example: null,
    description: 'Hours that charts mark as open, in the time zone; null: none are marked.',
  })
  business_hours!: DashboardHoursResponse[] | null;

  @Field("default: no version has been published, and it is the project's own name and zone.", {
    enum: ['published', 'default'],
  })
  source!: 'published' | 'default';

  @NullableField('integer', { example: 3, description: 'The version that contains it.' })
  version_number!: number | null;

  @NullableField(String, { format: 'date-time', example: '2026-11-21T07:48:55.023Z' })
  published_at!: string | null;

  @Field('Whether the draft contains different metadata.')
  has_unpublished_changes!: boolean;

  @OptionalField(
    'The metadata that would be published. Only for partner_admin, partner_user and client_admin.',
    {
      type: DashboardDraftResponse,
      nullable: true,
    },
  )
  draft?: DashboardDraftResponse | null;

  @Field('Changes whenever any other field changes.')
  etag!: string;

  @Field('When it was read.', { format: 'date-time' })
  refreshed_at!: string;
}
