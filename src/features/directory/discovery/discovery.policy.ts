import { MOST_PER_PAGE } from '../rules/filter.policy.js';
import { GROUP_SCHEMA, SCIM_PATH, USER_SCHEMA } from '../rules/resources.policy.js';

const of = (supported: boolean): object => ({ supported });

export const SERVICE_PROVIDER_CONFIG = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: of(true),
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_PER_PAGE },
  changePassword: of(false),
  sort: of(false),
  etag: of(true),
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token of the page Directory of the portal.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${SCIM_PATH}/ServiceProviderConfig` },
};

const typeOf = (name: 'User' | 'Group', schema: string): object => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema,
  meta: { resourceType: 'ResourceType', location: `${SCIM_PATH}/ResourceTypes/${name}` },
});

export const RESOURCE_TYPES = [typeOf('User', USER_SCHEMA), typeOf('Group', GROUP_SCHEMA)];

interface Characteristics {
  readonly type?: string;
  readonly multiValued?: boolean;
  readonly required?: boolean;
  readonly caseExact?: boolean;
  readonly uniqueness?: 'none' | 'server';
  readonly subAttributes?: readonly object[];
}

const attribute = (name: string, own: Characteristics = {}): object => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  ...(own.type === undefined ? { uniqueness: 'none' } : {}),
  ...own,
});

const schemaOf = (id: string, name: string, attributes: readonly object[]): object => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  attributes,
  meta: { resourceType: 'Schema', location: `${SCIM_PATH}/Schemas/${id}` },
});

const parts = (...names: readonly string[]): readonly object[] => names.map((name) => attribute(name));

const ACTIVE = { type: 'boolean' };

export const SCHEMAS = [
  schemaOf(USER_SCHEMA, 'User', [
    attribute('userName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('displayName'),
    attribute('name', { type: 'complex', subAttributes: parts('formatted', 'givenName', 'familyName') }),
    attribute('emails', {
      type: 'complex',
      multiValued: true,
      subAttributes: [...parts('value', 'type'), attribute('primary', ACTIVE)],
    }),
    attribute('active', ACTIVE),
  ]),
  schemaOf(GROUP_SCHEMA, 'Group', [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    attribute('externalId', { caseExact: true }),
    attribute('members', {
      type: 'complex',
      multiValued: true,
      subAttributes: parts('value', '$ref', 'type'),
    }),
  ]),
];
