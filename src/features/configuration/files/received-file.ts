import { Type, type TObject } from '@sinclair/typebox';
import { refuseSize } from '../../../core/http/body-size.policy.js';
import { mapCooperatively } from '../../../core/shared/cooperative.js';
import { isRecord } from '../../../core/shared/json/json-path.js';
import { unprocessable, type FieldError } from '../../../core/shared/platform-error.js';
import { fieldErrorsOf } from '../../../core/http/schemas/schema-check.policy.js';
import { closed, line } from '../../../core/http/schemas/schema-parts.js';
import { requireSize, wholeSchema } from '../rules/saved-configuration.policy.js';
import { SECRET_NAME_PATTERN, secretName } from '../rules/sections/secret-ref.js';
import type { SectionDefinition } from '../rules/sections/section-definition.js';
import { checksumOf, SCHEMA_VERSION } from './configuration-file.policy.js';
import type { Configurations, SecretNames } from './configuration-file.policy.js';

export interface ReceivedFile {
  readonly sections: Configurations;
  readonly secret_names?: SecretNames;
}

// As many as a body may have members in one container: sections may refer to more secrets than a
// project has.
const MOST_NAMES = 1_000;

/** Names of secrets, each with the name that it has in the target. */
export const SECRET_NAMES = Type.Record(Type.String({ pattern: SECRET_NAME_PATTERN }), secretName(), {
  additionalProperties: false,
  maxProperties: MOST_NAMES,
});

/** A file without the contents of its sections, which are checked one by one. */
const envelopeOf = (sections: readonly SectionDefinition[]): TObject =>
  closed({
    schema_version: Type.Literal(SCHEMA_VERSION),
    project: Type.Optional(
      closed({ display_name: Type.Optional(line(255)), timezone: Type.Optional(line(255)) }),
    ),
    secrets: Type.Optional(Type.Array(secretName(), { maxItems: MOST_NAMES })),
    sections: closed(
      Object.fromEntries(sections.map(({ name }) => [name, Type.Optional(Type.Literal(true))])),
      { minProperties: 1 },
    ),
    checksum: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{64}$', 'x-message': 'must be 64 hex digits, as in the file' }),
    ),
    secret_names: Type.Optional(SECRET_NAMES),
  });

/** The section values of a file, of any type. */
export function sectionsIn(body: unknown): Readonly<Record<string, unknown>> {
  const sections: unknown = isRecord(body) ? body['sections'] : undefined;
  return isRecord(sections) ? sections : {};
}

/**
 * Reads a sent file. A whole project has more values than an ordinary body, so its sections are
 * checked against their schemas one by one, yielding in between.
 * @throws 422 for another kind of file, naming both; 422 naming each wrong field; 413 a section too
 *   large; 422 checksum_mismatch for a file that was changed after its export
 */
export async function readFile(all: readonly SectionDefinition[], body: unknown): Promise<ReceivedFile> {
  requireForm(body);
  const sections = sectionsIn(body);
  await requireSizes(all, body, sections);
  const found = await mapCooperatively(
    all.filter(({ name }) => Object.hasOwn(sections, name)),
    (section) =>
      fieldErrorsOf(wholeSchema(section), sections[section.name], ['body', 'sections', section.name]),
  );
  const errors = [...fieldErrorsOf(envelopeOf(all), outside(body), ['body']), ...found.flat()];
  if (errors.length > 0) throw unprocessable(...errors.slice(0, MOST_ERRORS));
  requireChecksum(body as Readonly<Record<string, unknown>>);
  return body as ReceivedFile;
}

// As many as for any other body.
const MOST_ERRORS = 50;

/** The file without the contents of its sections. */
const outside = (body: unknown): unknown =>
  isRecord(body) && isRecord(body['sections'])
    ? { ...body, sections: Object.fromEntries(Object.keys(body['sections']).map((name) => [name, true])) }
    : body;

function requireForm(body: unknown): void {
  if (!isRecord(body) || !Object.hasOwn(body, 'schema_version')) return;
  const given = body['schema_version'];
  if (given === SCHEMA_VERSION) return;
  throw unprocessable({
    loc: ['body', 'schema_version'],
    message: otherForm(given),
    type: 'schema_version_unknown',
  });
}

function otherForm(given: unknown): string {
  // Only a small number is repeated.
  const named =
    Number.isInteger(given) && Math.abs(given as number) < 10_000
      ? `is ${String(given)}`
      : 'is not a version number';
  return `${named}: this service reads files of version ${SCHEMA_VERSION}. Export the configuration again with the service that is to read it`;
}

async function requireSizes(
  all: readonly SectionDefinition[],
  body: unknown,
  sections: Readonly<Record<string, unknown>>,
): Promise<void> {
  // Their number is checked first, so that nothing is built from hundreds of thousands.
  refuseSize(Object.keys(sections), 'body');
  refuseSize(outside(body), 'body');
  // Unknown sections are refused by name, without a check of their contents.
  const known = all.filter(({ name }) => Object.hasOwn(sections, name));
  await mapCooperatively(known, ({ name }) => refuseSize(sections[name], 'body'));
  await mapCooperatively(known, ({ name }) => requireSize(sections[name]));
}

function requireChecksum(file: Readonly<Record<string, unknown>>): void {
  const { checksum } = file;
  if (checksum === undefined || checksum === checksumOf(file)) return;
  const error: FieldError = {
    loc: ['body', 'checksum'],
    message:
      'does not match this file, which was changed after its export. Send the file as it was exported; if you ' +
      'edited it on purpose, omit checksum',
    type: 'checksum_mismatch',
  };
  throw unprocessable(error);
}
