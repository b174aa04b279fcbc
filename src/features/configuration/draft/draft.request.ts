import { FilterField, StringField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';

export class DraftQuery extends ClientChoice {
  @FilterField(['configurations'], {
    description: 'Adds the configuration of every section you may read; PUT accepts the whole response.',
    optional: true,
  })
  include?: 'configurations';
}

export class DraftSectionParams extends ProjectIdParams {
  @StringField({ description: 'The name of a section.', example: 'booking' })
  section!: string;
}
