import { IsOptional, IsString } from 'class-validator';
import { Field, OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { OneOf } from '../../../core/http/known-value.js';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';

/** Query of GET /v1/projects/{project_id}/draft. */
export class DraftQuery extends ClientChoice {
  @OptionalField('Adds the configuration of every section you may read; PUT takes the whole answer back.', {
    enum: ['configurations'],
  })
  @IsOptional()
  @OneOf(['configurations'], 'must be configurations')
  @IsString()
  include?: 'configurations';
}

/** Path of DELETE /v1/projects/{project_id}/draft/sections/{section}. */
export class DraftSectionParams extends ProjectIdParams {
  @Field('The name of a section.', { example: 'booking' })
  @IsString()
  section!: string;
}
