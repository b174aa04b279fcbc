import { StringField } from '../../../core/http/fields/field-kinds.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';

/** A malformed id is answered like an unknown one: 404. */
export class SourceParams extends ProjectIdParams {
  @StringField({ description: 'The source.', format: 'uuid' })
  source_id!: string;
}
