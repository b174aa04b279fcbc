import { EnumField, EnumListField, TextField } from '../../../core/http/fields/field-kinds.js';
import { PII_KINDS, type PiiKind } from '../../../core/privacy/pii/pii-permission.policy.js';
import { UNLOCK_REASONS, type UnlockReason } from '../rules/words.js';

/** A few sentences; the person who decides reads them in a list. */
const MAX_NOTE = 500;

export class UnlockRequest {
  @EnumListField(
    PII_KINDS,
    { min: 1 },
    {
      description:
        'The kinds to open: those that the PII policy unlocks for your role and does not show anyway.',
      example: ['transcript'],
    },
  )
  kinds!: PiiKind[];

  @EnumField(UNLOCK_REASONS, { description: 'Why you need it.', example: 'complaint' })
  reason_code!: UnlockReason;

  @TextField(1, MAX_NOTE, {
    lines: true,
    description:
      'For the person who decides; required for the reason other. Stored encrypted, and erased with the ' +
      'data of the caller.',
    example: 'The caller complains about a wrong appointment.',
    optional: true,
    nullable: true,
  })
  note?: string | null;
}
