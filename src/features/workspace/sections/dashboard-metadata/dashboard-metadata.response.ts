import { ApiProperty, ApiPropertyOptional, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { DAYS } from '../../../../core/schemas/schema-parts.js';
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

  @ApiProperty({ example: '17:00', description: '24:00 is the end of the day.' })
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

/** What every user of the client may know of a project. */
export class DashboardMetadataResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72', description: 'As it was asked for.' })
  project_id!: string;

  @ApiProperty({ example: 'Front desk' })
  display_name!: string;

  @ApiProperty({ description: 'IANA name.', example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ enum: ['active', 'archived'], description: 'A project in setup counts as active.' })
  lifecycle_state!: 'active' | 'archived';

  @ApiProperty({ type: String, nullable: true, example: 'Answers the main line of the practice.' })
  description!: string | null;

  @ApiProperty({ type: [DashboardLabelResponse] })
  labels!: DashboardLabelResponse[];

  @ApiProperty({ type: [String], example: ['reception', 'sydney'] })
  tags!: string[];

  @ApiProperty({ type: String, nullable: true, example: '#1f6feb' })
  colour!: string | null;

  @ApiProperty({ enum: DASHBOARD_ICONS, nullable: true, example: 'phone' })
  icon!: (typeof DASHBOARD_ICONS)[number] | null;

  @ApiProperty({
    type: [DashboardHoursResponse],
    nullable: true,
    example: null,
    description: 'Hours that charts mark as open, in the time zone; null: none are marked.',
  })
  business_hours!: DashboardHoursResponse[] | null;

  @ApiProperty({
    enum: ['published', 'default'],
    description: "default: no version has been published, and it is the project's own name and zone.",
  })
  source!: 'published' | 'default';

  @ApiProperty({ type: 'integer', nullable: true, example: 3, description: 'The version it is from.' })
  version_number!: number | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-11-21T07:48:55.023Z' })
  published_at!: string | null;

  @ApiProperty({ description: 'Whether the draft holds other metadata, which publishing it would show.' })
  has_unpublished_changes!: boolean;

  @ApiPropertyOptional({
    type: DashboardDraftResponse,
    nullable: true,
    description: 'What would be published. Only for partner_admin, partner_user and client_admin.',
  })
  draft?: DashboardDraftResponse | null;

  @ApiProperty({ description: 'Changes when anything else of it does.' })
  etag!: string;

  @ApiProperty({ format: 'date-time', description: 'When it was read.' })
  refreshed_at!: string;
}
