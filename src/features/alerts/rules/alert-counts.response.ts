import { Field } from '../../../core/http/fields/field.decorators.js';
import type { Severity } from './alert-kinds.js';

const COUNT = { type: 'integer', minimum: 0, example: 1 } as const;

/** Open alerts of a client: in total, and by severity. */
export class AlertCountsResponse implements Readonly<Record<Severity, number>> {
  @Field('Open alerts of every severity.', COUNT)
  open!: number;

  @Field('Open alerts with the severity `critical`.', COUNT)
  critical!: number;

  @Field('Open alerts with the severity `warning`.', COUNT)
  warning!: number;

  @Field('Open alerts with the severity `info`.', COUNT)
  info!: number;
}
