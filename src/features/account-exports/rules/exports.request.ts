import { EnumField, ListField, StringField } from '../../../core/http/fields/field-kinds.js';
import { rule } from '../../../core/http/fields/field-rules.js';
import { EXPORT_FORMATS, type ExportFormat } from './export-words.js';

/** A malformed id is answered like an unknown one: 404. */
export class AccountExportParams {
  @StringField({ description: 'The export_id of the export, from the list.', format: 'uuid' })
  export_id!: string;
}

const NAMES = 'must be a list of section names';

export class StartAccountExportRequest {
  @ListField(
    [rule('matches', (value) => typeof value === 'string', NAMES, { each: true })],
    { type: [String] },
    { min: 1, max: 50, unique: true },
    {
      description: 'Some of available_sections; all of them by default. An unknown name is 400.',
      example: ['calls', 'projects'],
      optional: true,
    },
    NAMES,
  )
  sections?: readonly string[];

  @EnumField(EXPORT_FORMATS, {
    description:
      '`ndjson`: a JSON object per line, with lists and objects unchanged; `csv`: a table that is safe to ' +
      'open ' +
      'in a spreadsheet, with lists and objects as JSON.',
    example: 'ndjson',
    optional: true,
    default: 'ndjson',
  })
  format: ExportFormat = 'ndjson';
}
