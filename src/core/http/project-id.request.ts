import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';

/** The path of a route about one project. An id that no project can have is a project that is not there: 404. */
export class ProjectIdParams {
  @ApiProperty({ description: 'The project.', example: 'acme-dental-front-desk-k3vq72' })
  @IsString()
  project_id!: string;
}
