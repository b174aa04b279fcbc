import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { QueryBooleanField, StringField, TextField } from '../../../core/http/fields/field-kinds.js';

const DATE = 'A date or an instant, as in the list of calls; only for `words`.';

export class CallSearchRequest extends ClientChoice {
  @TextField(2, 120, {
    description: 'A whole call id, a telephone number in any notation, or words.',
    example: 'refund',
  })
  q!: string;

  @QueryBooleanField({
    description: 'Whether summaries and redacted transcripts of the range are read as well. Default: false.',
    optional: true,
  })
  words?: 'true' | 'false';

  @StringField({ description: DATE, example: '2026-11-01', optional: true })
  start_date?: string;

  @StringField({ description: DATE, example: '2026-11-28', optional: true })
  end_date?: string;

  @StringField({
    description: 'IANA zone in which dates are days. Default: UTC.',
    example: 'Australia/Sydney',
    optional: true,
  })
  timezone?: string;
}
