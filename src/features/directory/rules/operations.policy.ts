import { attributesOf, schemaName, type Attributes } from './attributes.policy.js';
import { readQuoted } from './filter.policy.js';
import { invalidPath, invalidSyntax } from './scim-refusals.js';

/** A filter within a path, such as `type eq "work"`. */
export interface PathFilter {
  readonly attribute: string;
  readonly value: string | boolean;
}

/** One change to one attribute. */
export interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly attribute: string;
  readonly filter: PathFilter | null;
  readonly subAttribute: string | null;
  /** Undefined: all values are removed. */
  readonly value: unknown;
}

/** Directories send up to 100 at once. */
const MOST_OPERATIONS = 1_000;

const OPS = ['add', 'replace', 'remove'] as const;

// Each part begins with a character that the part before it cannot contain.
const PATH = /^([A-Za-z$][\w$-]*)(?:\[([^\]]*)\])?(?:\.([A-Za-z$][\w$-]*))?$/;
const PATH_FILTER = /^([A-Za-z][A-Za-z0-9]*) +eq +("[^]*"|true|false)$/i;

/**
 * The operations of a PATCH, in their order: `op` in any letter case, with and without a path
 * (directory 3.6). Packages for this were tried and not used: they change `Object.prototype` for a
 * path such as `__proto__.x`, and take seconds for thousands of members.
 * @throws 400
 */
export function readOperations(body: Attributes): readonly Operation[] {
  const sent = body.get('Operations');
  if (!Array.isArray(sent) || sent.length === 0)
    throw invalidSyntax('Operations must be a list with one operation or more.');
  if (sent.length > MOST_OPERATIONS)
    throw invalidSyntax(`Operations must have at most ${MOST_OPERATIONS} entries.`);
  return sent.flatMap((entry: unknown) => readOperation(entry));
}

function readOperation(entry: unknown): readonly Operation[] {
  const fields = attributesOf(entry);
  const [name, path, value] = ['op', 'path', 'value'].map((field) => fields.get(field));
  const op = OPS.find((it) => typeof name === 'string' && it === name.toLowerCase());
  if (op === undefined) throw invalidSyntax('op must be add, replace or remove.');
  if (op !== 'remove' && value === undefined) throw invalidSyntax(`The operation ${op} needs a value.`);
  if (typeof path === 'string' && path.trim() !== '') {
    const target = readPath(path.trim());
    return target === null ? [] : [{ op, ...target, value }];
  }
  if (path !== undefined && path !== null && path !== '')
    throw invalidSyntax('path must be text, such as userName.');
  if (op === 'remove') throw invalidSyntax('The operation remove needs a path, such as externalId.');
  return withoutPath(op, value);
}

/** Each attribute of the value is a change of its own; a name may itself be a path, as Entra sends it. */
function withoutPath(op: Operation['op'], value: unknown): readonly Operation[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidSyntax(
      'An operation without a path needs an object as its value, such as {"active": false}.',
    );
  }
  return Object.entries(value).flatMap(([name, member]) => {
    const target = readPath(name);
    return target === null ? [] : [{ op, ...target, value: member as unknown }];
  });
}

const CORE_SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;

type Target = Pick<Operation, 'attribute' | 'filter' | 'subAttribute'>;

/** @returns null for an attribute of another schema, which the service does not keep */
function readPath(path: string): Target | null {
  const own = path.replace(CORE_SCHEMA, '');
  if (/^urn:/i.test(own)) return null;
  const [, attribute, filter, subAttribute] = own.length > 1_000 ? [] : (PATH.exec(own) ?? []);
  if (attribute === undefined) throw invalidPath(path);
  return {
    attribute: schemaName(attribute),
    filter: filter === undefined ? null : readPathFilter(filter, path),
    subAttribute: subAttribute === undefined ? null : schemaName(subAttribute),
  };
}

function readPathFilter(text: string, path: string): PathFilter {
  const [, attribute, literal = ''] = PATH_FILTER.exec(text.trim()) ?? [];
  const isFlag = /^(?:true|false)$/i.test(literal);
  const value = isFlag ? literal.toLowerCase() === 'true' : readQuoted(literal);
  if (attribute === undefined || value === null) throw invalidPath(path);
  return { attribute: schemaName(attribute), value };
}
