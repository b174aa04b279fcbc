import { IsOptional, IsString } from 'class-validator';
import { OptionalField } from '../../../core/http/field.decorators.js';
import { ClientChoice } from '../../../core/http/client-choice.request.js';
import { OneOf } from '../../../core/http/known-value.js';

/** What goes into a file: the draft over what is published, or what is published alone. */
export const EXPORT_SOURCES = ['draft', 'published'] as const;
export type ExportSource = (typeof EXPORT_SOURCES)[number];

/** Query of GET /v1/projects/{project_id}/configuration/export. */
export class ExportQuery extends ClientChoice {
  @OptionalField(
    'draft: every section as it would be published now. published: as the newest version has it.',
    { enum: EXPORT_SOURCES, default: 'draft' },
  )
  @IsOptional()
  @OneOf(EXPORT_SOURCES)
  @IsString()
  source?: ExportSource;
}

/** Query of POST /v1/projects/{project_id}/configuration/import. */
export class ImportQuery extends ClientChoice {
  @OptionalField('With true nothing is written; the answer says what would be. The key is not used up.', {
    type: Boolean,
    default: false,
  })
  @IsOptional()
  @OneOf(['true', 'false'], 'must be true or false')
  @IsString()
  dry_run?: 'true' | 'false';
}
