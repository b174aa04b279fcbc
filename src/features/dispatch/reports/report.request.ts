import { ApiExtraModels, getSchemaPath } from '@nestjs/swagger';
import {
  EnumField,
  InstantField,
  IntegerField,
  StringField,
  ListField,
  PatternField,
} from '../../../core/http/fields/field-kinds.js';
import { DISPOSITIONS, type Disposition } from '../../campaigns/rules/statuses.js';
import { MAX_INTEGER } from '../../../core/http/fields/max-integer.js';

/** A dispatch of the key's tenant. */
export class DispatchParams {
  @StringField({ description: 'From the lease.' })
  dispatch_id!: string;
}

export class ReportRequest {
  @IntegerField(1, MAX_INTEGER, {
    description:
      'Increases with each report of a dispatch; a report whose number is not higher than the last one is ' +
      'ignored.',
  })
  sequence!: number;

  @EnumField(['dialing', 'in_call', 'ended'])
  state!: 'dialing' | 'in_call' | 'ended';

  @EnumField(DISPOSITIONS, {
    description: 'How it ended; required with `ended`, and allowed only then.',
    optional: ({ state }) => state !== 'ended',
  })
  disposition?: Disposition;

  @PatternField(
    /^[A-Za-z0-9._:-]{1,128}$/,
    'must be 1 to 128 letters, digits, dots, underscores, colons or hyphens',
    {
      description: 'The call_id that ingest uses.',
      optional: true,
    },
  )
  call_id?: string;

  @InstantField({
    description:
      'When it happened; a future time counts as now, a time before the claim as that of the claim.',
  })
  at_utc!: string;
}

export class BatchedReport extends ReportRequest {
  @StringField({ description: 'From the lease.' })
  dispatch_id!: string;
}

/**
 * Two for each contact that one claim can lease; stored within tens of milliseconds, while their
 * rows are locked.
 */
const MAX_REPORTS = 200;

/** Reports on any dispatches; those on one dispatch are applied in order. */
@ApiExtraModels(BatchedReport)
export class ReportsRequest {
  @ListField(
    // Each is validated against its class separately: an invalid one must not affect the others.
    [],
    { type: 'array', items: { $ref: getSchemaPath(BatchedReport) } },
    { min: 1, max: MAX_REPORTS },
  )
  reports!: unknown[];
}
