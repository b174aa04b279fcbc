import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDefined, IsOptional, Matches } from 'class-validator';
import { E164_PATTERN } from '../../../../core/privacy/masking.policy.js';

const number = {
  type: String,
  pattern: E164_PATTERN.source,
  nullable: true,
  example: '+61255501234',
} as const;
const NO_NUMBER = { message: 'must be a number in E.164, such as +61255501234, or null' };
const CALL_ID = '^[A-Za-z0-9._:-]{1,128}$';

/** Body of POST /internal/v1/projects/{project_id}/configuration/choose. */
export class VersionChoiceRequest {
  @ApiPropertyOptional({ ...number, description: 'Null or left out where it is withheld.' })
  @IsOptional()
  @Matches(E164_PATTERN, NO_NUMBER)
  caller_number?: string | null;

  @ApiPropertyOptional(number)
  @IsOptional()
  @Matches(E164_PATTERN, NO_NUMBER)
  called_number?: string | null;

  @ApiProperty({ pattern: CALL_ID, description: 'As the call is reported.', example: 'call-7f3a' })
  @Matches(new RegExp(CALL_ID), {
    message: 'must be 1 to 128 of A-Z, a-z, 0-9, dots, underscores, colons and hyphens',
  })
  @IsDefined()
  call_id!: string;
}
