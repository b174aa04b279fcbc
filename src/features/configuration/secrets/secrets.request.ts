import { matches, rule } from '../../../core/http/fields/field-rules.js';
import { StringField, TextField } from '../../../core/http/fields/field-kinds.js';
import { RequestField } from '../../../core/http/fields/request-field.js';
import { ProjectIdParams } from '../../../core/http/fields/project-id.request.js';
import { isCredentialAsName } from '../rules/sections/plain-credentials.policy.js';
import { SECRET_NAME_PATTERN } from '../rules/sections/secret-ref.js';

/** The longest certificates and service account files take half of this. */
const MAX_VALUE_LENGTH = 8192;

const ValueField = (): PropertyDecorator =>
  TextField(1, MAX_VALUE_LENGTH, {
    lines: true,
    writeOnly: true,
    example: 'sk_live_4f9c2a7e1b',
    description: 'Stored encrypted and never shown again; only the runtime gets it.',
  });

const isNoCredential = rule(
  'secretNameIsCredential',
  (name) => typeof name !== 'string' || !isCredentialAsName(name),
  'looks like a credential; send that as value, and a name such as CRM_API_KEY here',
);

/**
 * Path of a route about one secret. A malformed name gets the same response as an unknown one: 404.
 */
export class SecretParams extends ProjectIdParams {
  @StringField({ description: 'The secret.', example: 'CRM_API_KEY' })
  secret_name!: string;
}

export class CreateSecretRequest {
  @RequestField(
    [
      isNoCredential,
      matches(
        new RegExp(SECRET_NAME_PATTERN),
        'must be a letter and up to 63 more letters, digits, underscores and hyphens',
      ),
    ],
    { type: String, pattern: SECRET_NAME_PATTERN },
    { description: 'The name that sections use to refer to it; case-sensitive.', example: 'BOOKING_API_KEY' },
  )
  secret_name!: string;

  @ValueField()
  value!: string;
}

export class RotateSecretRequest {
  @ValueField()
  value!: string;
}
