import { isGivenId } from '../../../core/http/fields/given-id.js';
import { readText, type Attributes } from './attributes.policy.js';
import { readOperations, type Operation } from './operations.policy.js';
import { invalidPath, invalidValue } from './scim-refusals.js';
import { readComplex } from './user-attributes.policy.js';

/** The attributes of a group, without its members. */
export interface GroupAttributes {
  readonly displayName: string;
  readonly externalId: string | null;
}

/** The people who join and who leave a group. */
export interface MemberChanges {
  /** Whether everyone who is not added leaves. */
  readonly replacesAll: boolean;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

export interface GroupChanges {
  readonly attributes: GroupAttributes;
  readonly members: MemberChanges;
}

export const MOST_MEMBERS = 10_000;

/** A group as a POST or PUT sends it: with all of its members, or with none if they stay as they are. */
export const readGroup = (body: Attributes): GroupChanges => ({
  attributes: {
    displayName: readDisplayName(body.get('displayName')),
    externalId: readText('externalId', body.get('externalId')),
  },
  members: {
    replacesAll: body.has('members'),
    added: new Set(readMembers(body.get('members'))),
    removed: new Set(),
  },
});

/**
 * Applies the operations of a PATCH to a group.
 * @throws 400
 */
export function patchedGroup(before: GroupAttributes, body: Attributes): GroupChanges {
  let attributes = before;
  let replacesAll = false;
  const added = new Set<string>();
  const removed = new Set<string>();
  for (const operation of readOperations(body)) {
    if (operation.attribute === 'members') {
      const ids = membersIn(operation);
      if (ids === 'all' || operation.op === 'replace') {
        replacesAll = true;
        added.clear();
        removed.clear();
      }
      const [into, outOf] = operation.op === 'remove' ? [removed, added] : [added, removed];
      for (const id of ids === 'all' ? [] : ids) {
        into.add(id);
        outOf.delete(id);
      }
    } else attributes = withAttribute(attributes, operation);
  }
  if (added.size > MOST_MEMBERS) throw tooManyMembers();
  return { attributes, members: { replacesAll, added, removed } };
}

function withAttribute(attributes: GroupAttributes, { attribute, op, value }: Operation): GroupAttributes {
  const sent = op === 'remove' ? null : value;
  if (attribute === 'displayName') return { ...attributes, displayName: readDisplayName(sent) };
  if (attribute === 'externalId') return { ...attributes, externalId: readText('externalId', sent) };
  return attributes;
}

/** The members that an operation names: by its value, or by a filter of its path. */
function membersIn({ op, filter, subAttribute, value }: Operation): readonly string[] | 'all' {
  if (subAttribute !== null && subAttribute !== 'value') throw invalidPath(`members.${subAttribute}`);
  if (filter !== null) {
    if (filter.attribute !== 'value' || typeof filter.value !== 'string' || op === 'replace')
      throw invalidPath(`members[${filter.attribute} eq ...]`);
    return [filter.value].filter(isGivenId);
  }
  // An empty list removes no member; only a removal without a value removes all of them.
  return op === 'remove' && (value === undefined || value === null) ? 'all' : readMembers(value);
}

/** The ids of members; texts that cannot be an id are left out. */
function readMembers(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const sent: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (sent.length > MOST_MEMBERS) throw tooManyMembers();
  return sent
    .map((entry) => {
      const id = typeof entry === 'string' ? entry : readComplex('members', entry).get('value');
      if (typeof id !== 'string')
        throw invalidValue('members.value must be the id of a person, as /Users returns it');
      return id;
    })
    .filter(isGivenId);
}

function readDisplayName(value: unknown): string {
  const name = readText('displayName', value);
  if (name === null) throw invalidValue('displayName is required; send a text of 1 to 256 characters');
  return name;
}

const tooManyMembers = () => invalidValue(`members must have at most ${MOST_MEMBERS} entries`);
