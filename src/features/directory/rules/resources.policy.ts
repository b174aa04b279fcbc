import type { GroupAttributes } from './group-changes.policy.js';
import type { UserAttributes } from './user-attributes.policy.js';

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** The path under which a client's directory writes. */
export const SCIM_PATH = '/v1/security/scim/v2';

/** The facts of a stored resource besides its attributes. */
export interface Stored {
  readonly id: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface Meta {
  readonly resourceType: string;
  readonly created: string;
  readonly lastModified: string;
  readonly location: string;
  readonly version: string;
}

/** A resource of SCIM. Members without a value are absent. */
export interface Resource {
  readonly schemas: readonly string[];
  readonly id: string;
  readonly meta: Meta;
}

/** The etag of a revision, weak because a resource has several forms. */
const versionOf = (revision: number): string => `W/"${revision}"`;

/** Whether an If-Match header permits a change of a revision; strong and weak forms are equal. */
export const permits = (header: string | undefined, revision: number): boolean =>
  header === undefined ||
  header.trim() === '*' ||
  header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${revision}"`);

const present = (fields: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));

const metaOf = (resourceType: 'User' | 'Group', { id, revision, createdAt, updatedAt }: Stored): Meta => ({
  resourceType,
  created: createdAt.toISOString(),
  lastModified: updatedAt.toISOString(),
  location: `${SCIM_PATH}/${resourceType}s/${id}`,
  version: versionOf(revision),
});

export function userResource(stored: Stored, user: UserAttributes): Resource {
  const { userName, externalId, displayName, formatted, givenName, familyName, emails, active } = user;
  const name = present({ formatted, givenName, familyName });
  return {
    schemas: [USER_SCHEMA],
    id: stored.id,
    ...present({
      userName,
      externalId,
      displayName,
      name: Object.keys(name).length > 0 ? name : null,
      emails: emails.length > 0 ? emails.map((email) => present({ ...email })) : null,
      active,
    }),
    meta: metaOf('User', stored),
  };
}

/** @param members ids of people; null: left out */
export const groupResource = (
  stored: Stored,
  { displayName, externalId }: GroupAttributes,
  members: readonly string[] | null,
): Resource => ({
  schemas: [GROUP_SCHEMA],
  id: stored.id,
  ...present({ displayName, externalId }),
  ...(members === null
    ? {}
    : { members: members.map((value) => ({ value, $ref: `${SCIM_PATH}/Users/${value}`, type: 'User' })) }),
  meta: metaOf('Group', stored),
});

/** One page of a list. */
export const listOf = (resources: readonly object[], totalResults: number, startIndex: number): object => ({
  schemas: [LIST_SCHEMA],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
