import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';

export class BusinessHoursProject {
  @ApiProperty({ example: 'acme-dental-front-desk-7kq2zd' })
  project_id!: string;

  @ApiProperty({ example: 'Front desk' })
  display_name!: string;

  @Field('The IANA time zone of its hours.', { example: 'Australia/Sydney' })
  timezone!: string;

  @Field('own: hours of its published dashboard metadata; inherited: those of the client.', {
    enum: ['own', 'inherited'],
    example: 'inherited',
  })
  source!: 'own' | 'inherited';
}

export class BusinessHoursProjectsResponse {
  @Field('By name.', { type: [BusinessHoursProject] })
  items!: BusinessHoursProject[];
}
