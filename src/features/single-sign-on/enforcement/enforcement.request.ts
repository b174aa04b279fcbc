import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { EnumField, IntegerField, StringField, UuidField } from '../../../core/http/fields/field-kinds.js';
import { PageNumber, PageSize } from '../../../core/http/fields/page-fields.js';
import { ENFORCEMENT_MODES, type EnforcementMode } from '../rules/enforcement.policy.js';

const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 100;

/** PUT /v1/security/sso/enforcement. */
export class EnforcementRequest {
  @EnumField(ENFORCEMENT_MODES, {
    description: '`required`: people of the client sign in through the connection alone.',
  })
  mode!: EnforcementMode;

  @UuidField({
    description: 'The connection, with `required`; leave it out, or send null, with `off`.',
    optional: ({ mode }) => mode !== 'required',
    nullable: true,
  })
  connection_id?: string | null;

  @IntegerField(0, null, {
    description: 'How many people you agree to lock out: the total of the preview.',
    example: 2,
    optional: true,
  })
  accept_exclusions?: number;
}

/** GET /v1/security/sso/enforcement/preview. */
export class EnforcementPreviewQuery extends ClientChoice {
  @StringField({ description: 'The connection that would be required.', format: 'uuid' })
  connection_id!: string;

  @PageNumber()
  page: number = 1;

  @PageSize(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE)
  page_size: number = DEFAULT_PAGE_SIZE;
}
