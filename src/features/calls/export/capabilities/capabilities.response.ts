import { ApiProperty } from '@nestjs/swagger';
import { EXPORT_PROFILES, PROFILE_COLUMNS } from '../columns.policy.js';
import { EXPORT_WINDOWS, PREVIEW_WINDOWS } from '../export-limits.js';
import { EXPORT_OPTIONS } from '../honoured-options.policy.js';
import { CAPABILITY_REASONS } from './capabilities.policy.js';
import type { OptionCapability, ProfileCapability } from './capabilities.policy.js';

class ProfileCapabilityResponse implements ProfileCapability {
  @ApiProperty({
    enum: EXPORT_PROFILES,
    nullable: true,
    type: String,
    example: 'portal_business_v1',
    description: 'Null: without a profile.',
  })
  profile!: ProfileCapability['profile'];

  @ApiProperty({ example: true, description: 'Whether your role may export with it.' })
  allowed!: boolean;

  @ApiProperty({
    enum: PROFILE_COLUMNS,
    isArray: true,
    example: ['call_started_at', 'caller', 'summary'],
    description: 'The columns of the file, or those from which you choose.',
  })
  columns!: ProfileCapability['columns'];

  @ApiProperty({ example: false })
  chooses_columns!: boolean;

  @ApiProperty({ enum: ['required', 'forbidden'], example: 'required' })
  timezone!: ProfileCapability['timezone'];
}

class OptionCapabilityResponse implements OptionCapability {
  @ApiProperty({ enum: EXPORT_OPTIONS, example: 'include_caller_info' })
  option!: OptionCapability['option'];

  @ApiProperty({ example: true, description: 'The value that is judged: the one that is sensitive.' })
  value!: boolean;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...EXPORT_PROFILES, null], nullable: true },
    example: [null],
    description: 'The profiles that take this value; null: without one.',
  })
  profiles!: OptionCapability['profiles'];

  @ApiProperty({ example: true, description: 'Whether an export with it is accepted from you.' })
  allowed!: boolean;

  @ApiProperty({ example: false, description: 'Whether it then has its effect in the file.' })
  honoured!: boolean;

  @ApiProperty({
    enum: CAPABILITY_REASONS,
    nullable: true,
    type: String,
    example: 'not_permitted',
    description:
      "role: your role may not ask for it; recordings_not_kept: it is refused as long as that is so; not_permitted: the tenant's " +
      "policy or the project's governance does not permit it to you; no_audio_links: no file holds one.",
  })
  reason!: OptionCapability['reason'];
}

class ExportWindowResponse {
  @ApiProperty({ type: 'integer', example: 3 })
  limit!: number;

  @ApiProperty({ type: 'integer', example: 600 })
  seconds!: number;
}

class ExportWindowsResponse {
  @ApiProperty({ type: ExportWindowResponse, description: 'Of one person, with all keys of that person.' })
  caller!: ExportWindowResponse;

  @ApiProperty({ type: ExportWindowResponse, description: 'Of all callers of the client.' })
  tenant!: ExportWindowResponse;
}

class ExportLimitsResponse {
  @ApiProperty({ type: 'integer', example: 10_000, description: 'Calls of one export.' })
  max_rows!: number;

  @ApiProperty({ type: 'integer', example: 52_428_800, description: 'Of a file of v2 or v3, in bytes.' })
  max_bytes!: number;

  @ApiProperty({ type: 'integer', example: 30 })
  max_read_seconds!: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Exports of one caller at a time.' })
  at_once!: number;

  @ApiProperty({ type: ExportWindowsResponse, example: EXPORT_WINDOWS })
  exports!: ExportWindowsResponse;

  @ApiProperty({ type: ExportWindowsResponse, example: PREVIEW_WINDOWS })
  previews!: ExportWindowsResponse;
}

/** GET /v1/calls/export/capabilities (calls-export section 11). */
export class ExportCapabilitiesResponse {
  @ApiProperty({ enum: ['csv'], isArray: true, example: ['csv'] })
  formats!: readonly 'csv'[];

  @ApiProperty({ type: [ProfileCapabilityResponse] })
  profiles!: readonly ProfileCapabilityResponse[];

  @ApiProperty({ type: [OptionCapabilityResponse] })
  options!: readonly OptionCapabilityResponse[];

  @ApiProperty({ type: ExportLimitsResponse })
  limits!: ExportLimitsResponse;
}
