import { FilterField, QueryBooleanField } from '../../../core/http/fields/field-kinds.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';

/** The source of a file: the draft over the published version, or only the published version. */
export const EXPORT_SOURCES = ['draft', 'published'] as const;
export type ExportSource = (typeof EXPORT_SOURCES)[number];

export class ExportQuery extends ClientChoice {
  @FilterField(EXPORT_SOURCES, {
    description:
      'draft: every section as it would be published now. published: as the newest version has it.',
    default: 'draft',
    optional: true,
  })
  source?: ExportSource;
}

export class ImportQuery extends ClientChoice {
  @QueryBooleanField({
    description:
      'If true, nothing is written, and the response says what would change. The idempotency key stays ' +
      'unused.',
    default: false,
    optional: true,
  })
  dry_run?: 'true' | 'false';
}
