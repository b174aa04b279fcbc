import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const anyValue = {
  oneOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
  ],
  nullable: true,
};

/** One difference, as in a JSON patch. */
export class SectionChangeResponse {
  @ApiProperty({ example: 'booking' })
  section!: string;

  @ApiProperty({
    example: '/hours/0/closes',
    description: 'Path in the section, as it is after the changes before this one; empty for all of it.',
  })
  path!: string;

  @ApiProperty({ enum: ['add', 'remove', 'replace'] })
  op!: 'add' | 'remove' | 'replace';

  @ApiPropertyOptional({
    ...anyValue,
    example: '17:00',
    description: 'Absent for add, and where one secret took the place of another.',
  })
  from?: unknown;

  @ApiPropertyOptional({
    ...anyValue,
    example: '18:00',
    description: 'Absent for remove, and where one secret took the place of another.',
  })
  to?: unknown;
}
