import { StringField } from './field-kinds.js';

/** The path of a route about one project. An id that no project can have is 404. */
export class ProjectIdParams {
  @StringField({ description: 'The project.', example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;
}
