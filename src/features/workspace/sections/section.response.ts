import { ApiProperty } from '@nestjs/swagger';
import { SECTION_SOURCES } from '../configuration/effective-configuration.policy.js';
import { SECTION_READ_ONLY_REASONS } from '../configuration/section-access.policy.js';
import { SectionValidationResponse } from '../configuration/configuration.response.js';

export class SectionPermissionsResponse {
  @ApiProperty()
  can_edit!: boolean;

  @ApiProperty({
    type: String,
    enum: SECTION_READ_ONLY_REASONS,
    nullable: true,
    example: null,
    description: 'Null for callers who can edit the section.',
  })
  read_only_reason!: (typeof SECTION_READ_ONLY_REASONS)[number] | null;
}

/** A section as its routes answer it; its configuration is described by each section's own class. */
export class SectionResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @ApiProperty({ example: 'booking' })
  section!: string;

  @ApiProperty({
    enum: SECTION_SOURCES,
    description: 'The draft, else the newest version, else the defaults of a section that was never saved.',
  })
  source!: (typeof SECTION_SOURCES)[number];

  @ApiProperty({
    description: 'Changes with every edit; the ETag header is the same in double quotes.',
    example: '5d0c1f5f2a7b4c6d8e9f0a1b',
  })
  etag!: string;

  configuration!: Record<string, unknown>;

  @ApiProperty({ type: SectionValidationResponse })
  validation!: SectionValidationResponse;

  @ApiProperty({ type: SectionPermissionsResponse })
  permissions!: SectionPermissionsResponse;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: '2026-10-31T04:12:09.000Z' })
  updated_at!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Identifier of the person who saved or published it; null where nothing was ever saved.',
    example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e',
  })
  updated_by!: string | null;
}
