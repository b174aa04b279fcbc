import { ApiProperty } from '@nestjs/swagger';
import { IsDefined, IsString, Matches, ValidateBy } from 'class-validator';
import { Field } from '../../../core/http/field.decorators.js';
import { IsText } from '../../../core/http/is-text.js';
import { ProjectIdParams } from '../../../core/http/project-id.request.js';
import { isCredentialAsName } from '../configuration/plain-credentials.policy.js';
import { SECRET_NAME_PATTERN } from '../configuration/secret-ref.js';

/** The longest certificates and service account files take half of it. */
const MAX_VALUE_LENGTH = 8192;

const value = {
  minLength: 1,
  maxLength: MAX_VALUE_LENGTH,
  writeOnly: true,
  example: 'sk_live_4f9c2a7e1b',
  description: 'Kept encrypted and never shown again; the runtime alone gets it.',
} as const;

/** A name that is no credential; the message does not repeat it. */
const IsSecretName = (): PropertyDecorator =>
  ValidateBy({
    name: 'secretNameIsCredential',
    validator: {
      validate: (name: unknown) => typeof name !== 'string' || !isCredentialAsName(name),
      defaultMessage: () =>
        'looks like a credential; send that as value, and a name such as CRM_API_KEY here',
    },
  });

/** Path of a route about one secret. A name that no secret can have is one that is not there: 404. */
export class SecretParams extends ProjectIdParams {
  @Field('The secret.', { example: 'CRM_API_KEY' })
  @IsString()
  secret_name!: string;
}

/** Body of POST /v1/projects/{project_id}/secrets. */
export class CreateSecretRequest {
  @Field('How sections refer to it; upper and lower case differ.', {
    pattern: SECRET_NAME_PATTERN,
    example: 'BOOKING_API_KEY',
  })
  @Matches(new RegExp(SECRET_NAME_PATTERN), {
    message: 'must be a letter and up to 63 more letters, digits, underscores and hyphens',
  })
  @IsSecretName()
  @IsDefined()
  secret_name!: string;

  @ApiProperty(value)
  @IsText(1, MAX_VALUE_LENGTH, { lines: true })
  @IsDefined()
  value!: string;
}

/** Body of POST /v1/projects/{project_id}/secrets/{secret_name}/rotate. */
export class RotateSecretRequest {
  @ApiProperty(value)
  @IsText(1, MAX_VALUE_LENGTH, { lines: true })
  @IsDefined()
  value!: string;
}
