import { ApiProperty } from '@nestjs/swagger';
import { VALIDATION_STATUSES } from './findings.policy.js';

/** What validation says about one place of a section. */
export class SectionFindingResponse {
  @ApiProperty({ enum: ['error', 'warning'], description: 'An error blocks publishing, a warning does not.' })
  severity!: 'error' | 'warning';

  @ApiProperty({ example: 'secret_missing' })
  code!: string;

  @ApiProperty({ description: "From the configuration's root; empty for the whole.", example: 'crm.api_key' })
  path!: string;

  @ApiProperty({ example: 'The project has no secret CRM_API_KEY.' })
  message!: string;
}

export class SectionValidationResponse {
  @ApiProperty({ enum: VALIDATION_STATUSES, description: 'A blocked section cannot be published.' })
  status!: (typeof VALIDATION_STATUSES)[number];

  @ApiProperty({ type: [SectionFindingResponse], example: [] })
  findings!: SectionFindingResponse[];
}

/** What validation says about one section of the configuration as it would be published. */
export class ValidatedSectionResponse extends SectionValidationResponse {
  @ApiProperty({ example: 'booking' })
  section!: string;
}
