import { IntegerField, StringField, PatternField, TextField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { PageRequest } from '../../configuration/rules/page.request.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';

/** The same limit as for a project's lifecycle notes. */
const MAX_NOTE_LENGTH = 500;

export class PublishRequest {
  @TextField(0, MAX_NOTE_LENGTH, { example: 'Opening hours over the holidays.', lines: true, optional: true })
  change_note?: string;
}

export class RollbackRequest extends PublishRequest {
  @IntegerField(1, MAX_INTEGER, { example: 2 })
  version_number!: number;
}

export class VersionListRequest extends PageRequest {}

/** Path of a route about one version. A malformed number is answered like an unknown one: 404. */
export class VersionParams extends ProjectIdParams {
  @StringField({ description: 'The version.', example: '3' })
  version_number!: string;
}

const SIDE = /^(?:draft|[1-9][0-9]{0,9})$/;

const SideField = (example: string): PropertyDecorator =>
  PatternField(SIDE, 'must be the number of a version, or draft', {
    pattern: SIDE.source,
    description: 'Number of a version, or draft.',
    example,
  });

export class CompareRequest extends ClientChoice {
  @SideField('2')
  from!: string;

  @SideField('draft')
  to!: string;
}
