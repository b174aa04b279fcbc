import { CHOSEN_STEP_UPS, type ChosenStepUp } from '../../../core/auth/step-up.js';
import { EnumListField, IntegerField } from '../../../core/http/fields/field-kinds.js';
import { CUSTOMER_ROLES, type PortalRole } from '../../../core/shared/roles.js';
import { FACTOR_KINDS, type FactorKind } from '../rules/vocabulary.js';

/** The whole policy. */
export class MfaPolicyRequest {
  @EnumListField(
    CUSTOMER_ROLES,
    {},
    {
      description:
        'Roles whose people need a second factor. Without one they reach only the pages to add and use one.',
      example: ['client_admin'],
    },
  )
  required_roles!: PortalRole[];

  @EnumListField(
    FACTOR_KINDS,
    { min: 1 },
    { description: 'The kinds of factor that count.', example: ['webauthn'] },
  )
  kinds!: FactorKind[];

  @EnumListField(
    CHOSEN_STEP_UPS,
    {},
    { description: 'Actions that require a step-up of the last minutes.', example: ['api_keys'] },
  )
  step_up_for!: ChosenStepUp[];

  @IntegerField(5, 60, { description: 'How long a proof counts.', example: 10 })
  step_up_minutes!: number;
}
