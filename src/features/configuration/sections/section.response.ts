import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { SECTION_SOURCES } from '../rules/sections/effective-configuration.policy.js';
import { SECTION_READ_ONLY_REASONS } from '../rules/sections/section-access.policy.js';
import { SectionValidationResponse } from '../rules/configuration.response.js';

export class SectionPermissionsResponse {
  @ApiProperty()
  can_edit!: boolean;

  @NullableField(String, {
    enum: SECTION_READ_ONLY_REASONS,
    example: null,
    description: 'Null for callers who can edit the section.',
  })
  read_only_reason!: (typeof SECTION_READ_ONLY_REASONS)[number] | null;
}

/**
 * A section in the responses of its routes. The class of each section adds its name and
 * configuration.
 */
export class SectionResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  section!: string;

  @Field('The draft, else the newest version, else the defaults of a section that was never saved.', {
    enum: SECTION_SOURCES,
  })
  source!: (typeof SECTION_SOURCES)[number];

  @Field('Changes with every edit; the ETag header is the same in double quotes.', {
    example: '5d0c1f5f2a7b4c6d8e9f0a1b',
  })
  etag!: string;

  configuration!: Record<string, unknown>;

  @ApiProperty({ type: SectionValidationResponse })
  validation!: SectionValidationResponse;

  @ApiProperty({ type: SectionPermissionsResponse })
  permissions!: SectionPermissionsResponse;

  @NullableField(String, { format: 'date-time', example: '2026-10-31T04:12:09.000Z' })
  updated_at!: string | null;

  @NullableField(String, {
    description: 'Identifier of the person who saved or published it; null if nothing was ever saved.',
    example: '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e',
  })
  updated_by!: string | null;
}
