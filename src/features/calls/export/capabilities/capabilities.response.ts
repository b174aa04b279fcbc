import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../../core/http/fields/field.decorators.js';
import { EXPORT_PROFILES, PROFILE_COLUMNS } from '../columns.policy.js';
import { EXPORT_WINDOWS, PREVIEW_WINDOWS } from '../runs/export-limits.js';
import { EXPORT_OPTIONS } from '../governance/honoured-options.policy.js';
import { CAPABILITY_REASONS, type OptionCapability, type ProfileCapability } from './capabilities.policy.js';

class ProfileCapabilityResponse implements ProfileCapability {
  @NullableField(String, {
    enum: EXPORT_PROFILES,
    example: 'portal_business_v1',
    description: 'Null: without a profile.',
  })
  profile!: ProfileCapability['profile'];

  @Field('Whether your role may export with it.', { example: true })
  allowed!: boolean;

  @Field('The columns of the file, or those you can choose from.', {
    enum: PROFILE_COLUMNS,
    isArray: true,
    example: ['call_started_at', 'caller', 'summary'],
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

  @Field('The value that these capabilities are about: the more sensitive one.', { example: true })
  value!: boolean;

  @Field('The profiles that accept this value; null: without a profile.', {
    type: 'array',
    items: { type: 'string', enum: [...EXPORT_PROFILES, null], nullable: true },
    example: [null],
  })
  profiles!: OptionCapability['profiles'];

  @Field('Whether you may export with this value.', { example: true })
  allowed!: boolean;

  @Field('Whether the value then takes effect in the file.', { example: false })
  honoured!: boolean;

  @NullableField(String, {
    enum: CAPABILITY_REASONS,
    example: 'not_permitted',
    description:
      'role: your role may not ask for it; recordings_not_kept: it is refused as long as that is so; ' +
      "not_permitted: the tenant's policy or the project's governance does not permit it to you; " +
      'no_audio_links: no file holds one.',
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
  @Field('Per person, including all keys of that person.', { type: ExportWindowResponse })
  caller!: ExportWindowResponse;

  @Field('For all callers of the client together.', { type: ExportWindowResponse })
  tenant!: ExportWindowResponse;
}

class ExportLimitsResponse {
  @Field('Calls of one export.', { type: 'integer', example: 10_000 })
  max_rows!: number;

  @Field('The size of a file of v2 or v3, in bytes.', { type: 'integer', example: 52_428_800 })
  max_bytes!: number;

  @ApiProperty({ type: 'integer', example: 30 })
  max_read_seconds!: number;

  @Field('Exports of one caller at a time.', { type: 'integer', example: 1 })
  at_once!: number;

  @ApiProperty({ type: ExportWindowsResponse, example: EXPORT_WINDOWS })
  exports!: ExportWindowsResponse;

  @ApiProperty({ type: ExportWindowsResponse, example: PREVIEW_WINDOWS })
  previews!: ExportWindowsResponse;
}

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
