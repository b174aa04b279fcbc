import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { PatternField, QueryIntegerField } from '../../../core/http/fields/field-kinds.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The most days of a comparison; it reads the hours of all of them. */
export const MAX_COMPARED_DAYS = 92;

const DayField = (otherwise: string, example: string): PropertyDecorator =>
  PatternField(DATE, 'must be a date, YYYY-MM-DD', {
    description:
      `A local day of the project, inclusive. A range may cover at most ${MAX_COMPARED_DAYS} days. ` +
      `Default: ${otherwise}.`,
    pattern: DATE.source,
    example,
    optional: true,
  });

/** Query of GET /v1/projects/{project_id}/version-performance. */
export class VersionPerformanceRequest extends ClientChoice {
  @QueryIntegerField(1, MAX_INTEGER, { description: 'The version to compare with.', example: 1 })
  a!: number;

  @QueryIntegerField(1, MAX_INTEGER, { description: 'The version that is judged; not the same.', example: 2 })
  b!: number;

  @DayField('the day on which the staged release of the two began, else 30 days before the end', '2026-10-01')
  start_date?: string;

  @DayField('now', '2026-10-31')
  end_date?: string;
}
