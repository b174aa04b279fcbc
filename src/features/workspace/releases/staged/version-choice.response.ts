import { ApiProperty } from '@nestjs/swagger';

/** The version that one call runs. */
export class VersionChoiceResponse {
  @ApiProperty({
    type: 'integer',
    example: 4,
    description: 'GET .../configuration?version_number= gives it.',
  })
  version_number!: number;

  @ApiProperty({ description: 'What the runtime reports once it works by this.' })
  content_hash!: string;

  @ApiProperty({ description: 'Whether it is the staged version, and not the published one.' })
  staged!: boolean;
}
