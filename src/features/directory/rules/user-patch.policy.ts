import { readText, sameName, type Attributes } from './attributes.policy.js';
import { readOperations, type Operation, type PathFilter } from './operations.policy.js';
import { invalidPath, invalidValue } from './scim-refusals.js';
import {
  readBoolean,
  readComplex,
  readEmails,
  type UserAttributes,
  type UserEmail,
} from './user-attributes.policy.js';

/**
 * A person after the operations of a PATCH; operations on attributes that the service does not keep
 * have no effect.
 * @throws 400
 */
export const patchedUser = (user: UserAttributes, body: Attributes): UserAttributes =>
  readOperations(body).reduce(applied, user);

function applied(user: UserAttributes, operation: Operation): UserAttributes {
  const value = operation.op === 'remove' ? null : operation.value;
  switch (operation.attribute) {
    case 'active':
      return { ...user, active: operation.op === 'remove' ? true : readBoolean('active', value) };
    case 'userName': {
      const userName = readText('userName', value);
      if (userName === null)
        throw invalidValue('userName is required; send a text of 1 to 256 characters, or leave it as it is');
      return { ...user, userName };
    }
    case 'externalId':
    case 'displayName':
      return { ...user, [operation.attribute]: readText(operation.attribute, value) };
    case 'name':
      return { ...user, ...patchedName(operation, value) };
    case 'emails':
      return { ...user, emails: patchedEmails(user.emails, operation) };
    default:
      return user;
  }
}

const NAMES = ['formatted', 'givenName', 'familyName'] as const;
type NameParts = Partial<Record<(typeof NAMES)[number], string | null>>;

function patchedName({ op, subAttribute }: Operation, value: unknown): NameParts {
  if (subAttribute !== null) {
    const part = NAMES.find((name) => name === subAttribute);
    return part === undefined ? {} : { [part]: readText(`name.${part}`, value) };
  }
  if (op === 'remove') return { formatted: null, givenName: null, familyName: null };
  const sent = readComplex('name', value);
  return Object.fromEntries(
    NAMES.filter((name) => sent.has(name)).map((name) => [name, readText(`name.${name}`, sent.get(name))]),
  );
}

function patchedEmails(emails: readonly UserEmail[], operation: Operation): readonly UserEmail[] {
  const { op, filter, subAttribute, value } = operation;
  if (filter === null) {
    if (subAttribute !== null) throw invalidPath(`emails.${subAttribute}`);
    if (op === 'remove') return value === undefined ? [] : without(emails, readEmails(value));
    const sent = readEmails(value);
    return op === 'replace' ? sent : readEmails([...sent, ...without(emails, sent)]);
  }
  const isSelected = selectedBy(filter);
  const others = emails.filter((email) => !isSelected(email));
  if (op === 'remove' && subAttribute === null) return others;
  if (op === 'remove') return subAttribute === 'value' ? others : emails;
  const before = emails.filter(isSelected);
  const fields =
    subAttribute === null ? Object.fromEntries(readComplex('emails', value)) : { [subAttribute]: value };
  const base: readonly object[] = before.length > 0 ? before : [{ [filter.attribute]: filter.value }];
  return readEmails([...base.map((email) => ({ ...email, ...fields })), ...others]);
}

const without = (emails: readonly UserEmail[], gone: readonly UserEmail[]): readonly UserEmail[] =>
  emails.filter(({ value }) => !gone.some((it) => sameName(it.value, value)));

function selectedBy({ attribute, value }: PathFilter): (email: UserEmail) => boolean {
  return ({ value: address, type, primary }) => {
    if (attribute === 'primary') return primary === (value === true || value === 'true');
    const own = attribute === 'type' ? type : attribute === 'value' ? address : null;
    return own !== null && typeof value === 'string' && sameName(own, value);
  };
}
