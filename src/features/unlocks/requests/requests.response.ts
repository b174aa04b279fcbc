import { Field } from '../../../core/http/fields/field.decorators.js';
import { PII_KINDS, type PiiKind } from '../../../core/privacy/pii/pii-permission.policy.js';
import { UnlockResponse } from '../rules/unlock.response.js';

export class UnlocksOfCallResponse {
  @Field('Newest first, at most 100: your own, or for administrators of the client those of all people.', {
    type: [UnlockResponse],
  })
  items!: UnlockResponse[];

  @Field(
    'The kinds that you may ask for: the PII policy unlocks them for your role and does not show them.',
    {
      enum: PII_KINDS,
      isArray: true,
      example: ['transcript'],
    },
  )
  unlockable_kinds!: PiiKind[];
}
