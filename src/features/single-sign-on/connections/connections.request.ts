import { EnumField, ListField, StringField, TextField } from '../../../core/http/fields/field-kinds.js';
import { rule } from '../../../core/http/fields/field-rules.js';
import { CUSTOMER_ROLES, type PortalRole } from '../../../core/shared/roles.js';
import {
  CONNECTION_KINDS,
  MAX_METADATA_BYTES,
  type ConnectionKind,
} from '../rules/connection-settings.policy.js';
import { MOST_DOMAINS } from '../rules/domain.policy.js';

const MAX_URL = 2048;
const isDomainText = rule(
  'isString',
  (value) => typeof value === 'string' && value.length <= 253,
  'must list domains such as example.com, each of at most 253 characters',
  { each: true },
);

const METADATA_SIZE = rule(
  'maxLength',
  (value) => typeof value === 'string' && Buffer.byteLength(value) <= MAX_METADATA_BYTES,
  'must be at most 256 KiB',
);

/** Fields that are left out stay as they are. */
export class ChangeConnectionRequest {
  @TextField(1, 80, { description: 'A name for people.', example: 'Head office', optional: true })
  name?: string;

  @TextField(1, MAX_URL, {
    description: 'Only for oidc: the address of the directory, as its discovery document shows it.',
    example: 'https://login.example.com/tenant/v2.0',
    optional: true,
  })
  issuer?: string;

  @TextField(1, 255, {
    description: 'Only for oidc: the id that the directory gave to this application.',
    example: '6f0d1c9e-telephony',
    optional: true,
  })
  client_id?: string;

  @TextField(8, 1024, {
    description: 'Only for oidc: its secret. It is never shown again, apart from its last four characters.',
    example: 'Qm9~example-of-a-secret',
    writeOnly: true,
    optional: true,
  })
  client_secret?: string;

  @TextField(1, MAX_URL, {
    description: 'Only for saml: where the metadata of the directory is. It is read now, and not again.',
    optional: true,
  })
  metadata_url?: string;

  @StringField({
    description: 'Only for saml: the metadata itself, as XML of at most 256 KiB.',
    optional: true,
    also: [METADATA_SIZE],
  })
  metadata_xml?: string;

  @ListField(
    [isDomainText],
    { type: [String], example: ['example.com'] },
    { max: MOST_DOMAINS, unique: true },
    {
      description:
        'Domains of the list. People with an address of a verified one sign in through this connection.',
      optional: true,
    },
  )
  domains?: string[];

  @EnumField(CUSTOMER_ROLES, {
    description:
      'The role of people whom the directory knows and this client does not yet. Null: they get no account.',
    example: 'client_staff',
    nullable: true,
    optional: true,
  })
  default_role?: PortalRole | null;
}

export class CreateConnectionRequest extends ChangeConnectionRequest {
  @TextField(1, 80, { description: 'A name for people.', example: 'Head office' })
  declare name: string;

  @EnumField(CONNECTION_KINDS, { description: 'The protocol of the directory.', example: 'oidc' })
  kind!: ConnectionKind;
}
