import { StringField } from '../../../core/http/fields/field-kinds.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';

/** Path of a build. A malformed id is answered like an unknown one: 404. */
export class BuildParams extends ProjectIdParams {
  @StringField({ description: 'The build.', format: 'uuid' })
  build_id!: string;
}
