import { applyDecorators } from '@nestjs/common';
import {
  ApiBody,
  ApiExtension,
  ApiExtraModels,
  ApiOkResponse,
  ApiProperty,
  ApiSchema,
  getSchemaPath,
} from '@nestjs/swagger';
import type { TSchema } from '@sinclair/typebox';
import { IfMatch } from '../../../core/http/operation.decorator.js';
import { SCHEMAS_EXTENSION } from '../../../core/http/openapi-extensions.js';
import type { WriteGuard } from '../../../core/http/etag/write-guard.policy.js';
import type { SectionDefinition } from '../rules/sections/section-definition.js';
import { SECTION_SOURCES } from '../rules/sections/effective-configuration.policy.js';
import { SecretRef } from '../rules/sections/secret-ref.js';
import { validateBody, writeBody } from './section-body.policy.js';
import { SectionResponse } from './section.response.js';

/** `transfer-routing` as part of a class's name: `TransferRouting`. */
export const className = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());

// JSON drops TypeBox's symbols and leaves plain JSON Schema.
const plain = (schema: TSchema): Record<string, unknown> =>
  JSON.parse(JSON.stringify(schema)) as Record<string, unknown>;

/** Parts of many sections, under their names in the published document. */
const COMMON_PARTS = {
  SecretReference: plain(SecretRef),
  SectionSource: { type: 'string', enum: [...SECTION_SOURCES] },
};

const configurationName = ({ name }: SectionDefinition): string =>
  `${className(name).replace(/Configuration$/, '')}Configuration`;
const sentName = (section: SectionDefinition): string =>
  section.write.schema ? `${className(section.name)}Sent` : configurationName(section);

const reference = (name: string): { $ref: string } => ({ $ref: getSchemaPath(name) });

/** The response of a section's routes as its own class, with the section's schema. */
function answerClass(section: SectionDefinition): typeof SectionResponse {
  const { part } = section.write;
  class SectionAnswer extends SectionResponse {}
  ApiProperty({ type: 'object', allOf: [reference(configurationName(section))] } as never)(
    SectionAnswer.prototype,
    'configuration',
  );
  ApiProperty({ enum: [section.name], example: section.name })(SectionAnswer.prototype, 'section');
  if (part) ApiProperty(plain(part.schema))(SectionAnswer.prototype, part.field);
  ApiSchema({ name: `${className(section.name)}Section` })(SectionAnswer);
  return SectionAnswer;
}

const ETAG = {
  ETag: { description: 'The etag in double quotes, for If-Match.', schema: { type: 'string' as const } },
};

/** A section's schemas, under the names that its bodies and responses use. */
function schemasOf(section: SectionDefinition): Record<string, object> {
  const { title, schema, example, write, parts: named = {} } = section;
  const stored = plain(schema);
  const ofParts = Object.fromEntries(Object.entries(named).map(([name, part]) => [name, plain(part)]));
  const common = { ...COMMON_PARTS, ...ofParts };
  if (!write.schema) return { ...common, [configurationName(section)]: { ...stored, title, example } };
  const sent = plain(write.schema);
  const parts = commonParts(className(section.name), stored, sent);
  return {
    ...common,
    ...parts.schemas,
    [configurationName(section)]: { ...stored, properties: parts.of(stored), title, example },
    [sentName(section)]: { ...sent, properties: parts.of(sent), title, example: write.example ?? example },
  };
}

/** Objects that are the same in the stored and the sent configuration, as separate schemas. */
function commonParts(prefix: string, stored: Record<string, unknown>, sent: Record<string, unknown>) {
  const [left, right] = [stored, sent].map(
    ({ properties }) => properties as Record<string, { type?: unknown }>,
  );
  const isCommon = (name: string): boolean =>
    left![name]?.type === 'object' && JSON.stringify(left![name]) === JSON.stringify(right![name]);
  const nameOf = (name: string): string => `${prefix}${className(name.replaceAll('_', '-'))}`;
  const common = Object.entries(left!).filter(([name]) => isCommon(name));
  return {
    schemas: Object.fromEntries(common.map(([name, schema]) => [nameOf(name), schema])),
    of: ({ properties }: Record<string, unknown>) => ({
      ...(properties as object),
      ...Object.fromEntries(common.map(([name]) => [name, reference(nameOf(name))])),
    }),
  };
}

/** Describes the 200 answers of a section's routes. */
export const describeAnswer = (section: SectionDefinition): MethodDecorator =>
  applyDecorators(
    ApiExtraModels(SectionResponse),
    ApiExtension(SCHEMAS_EXTENSION, schemasOf(section)),
    ApiOkResponse({ type: answerClass(section), headers: ETAG }),
  );

const GUARDS: Readonly<Record<WriteGuard, string>> = {
  optional: 'May be left out.',
  if_match: 'Required once the section has a draft; without it, or with *, the answer is 428.',
  if_match_or_token:
    'Required, here or as revision_token, once the section has a draft; without it, or with *, the answer is 428.',
};

export const describeGuard = (guard: WriteGuard): MethodDecorator =>
  IfMatch(
    `The etag that you read, of the section or the draft. ${GUARDS[guard]} A stale one is 409, with details.stale.`,
  );

export const describeWriteBody = (section: SectionDefinition): MethodDecorator =>
  ApiBody({ schema: withReference(plain(writeBody(section)), section), required: true });

/** The body of a section's validation: it may be omitted. */
export const describeValidateBody = (section: SectionDefinition): MethodDecorator =>
  ApiBody({ schema: withReference(plain(validateBody(section)), section), required: false });

function withReference(body: Record<string, unknown>, section: SectionDefinition) {
  const properties = body['properties'] as Record<string, unknown>;
  const named =
    'configuration' in properties
      ? { ...properties, configuration: reference(sentName(section)) }
      : properties;
  return { ...body, properties: named } as never;
}
