import { IsString } from 'class-validator';
import { Field } from './field.decorators.js';

/** The path of a route about one project. An id that no project can have is a project that is not there: 404. */
export class ProjectIdParams {
  @Field('The project.', { example: 'acme-dental-front-desk-k3vq72' })
  @IsString()
  project_id!: string;
}
