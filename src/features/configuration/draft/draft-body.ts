import { Type, type TObject, type TSchema } from '@sinclair/typebox';
import { isRecord } from '../../../core/shared/json/json-path.js';
import { closed, oneOf, orNull } from '../../../core/http/schemas/schema-parts.js';
import { wholeSchema } from '../rules/saved-configuration.policy.js';
import type { SectionDefinition } from '../rules/sections/section-definition.js';
import { DRAFT_SECTION_STATES } from './draft-section-state.policy.js';

/**
 * The body of `PUT /draft`: sections to change, or the whole draft as returned by `GET
 * /draft?include=configurations`.
 */
export interface DraftBody {
  readonly field: 'sections' | 'configurations';
  readonly schema: TObject;
}

/** The two bodies for these sections. */
export function draftBodies(all: readonly SectionDefinition[]): Record<DraftBody['field'], DraftBody> {
  const byName = (schemaOf: (section: SectionDefinition) => TSchema): TObject =>
    closed(Object.fromEntries(all.map((section) => [section.name, Type.Optional(schemaOf(section))])), {
      minProperties: 1,
    });
  const time = orNull(Type.String({ maxLength: 64 }));
  const state = closed({
    state: oneOf(DRAFT_SECTION_STATES),
    updated_at: time,
    updated_by: orNull(Type.String({ maxLength: 255 })),
  });
  return {
    sections: { field: 'sections', schema: closed({ sections: byName(draftedSchema) }) },
    configurations: {
      field: 'configurations',
      schema: closed({
        configurations: byName(wholeSchema),
        project_id: Type.Optional(Type.String({ maxLength: 255 })),
        etag: Type.Optional(orNull(Type.String({ minLength: 1, maxLength: 64 }))),
        sections: Type.Optional(byName(() => state)),
        base_version_number: Type.Optional(orNull(Type.Integer())),
        updated_at: Type.Optional(time),
      }),
    },
  };
}

/**
 * Which of the two forms a body has: the one with configurations is a response that is sent back.
 */
export const fieldOf = (body: unknown): DraftBody['field'] =>
  isRecord(body) && Object.hasOwn(body, 'configurations') ? 'configurations' : 'sections';

/** The values that the body sends as configurations of sections, of any type. */
export function sentParts(body: unknown): Readonly<Record<string, unknown>> {
  const parts: unknown = isRecord(body) ? body[fieldOf(body)] : undefined;
  return isRecord(parts) ? parts : {};
}

/** The schema of a section in this body: its route's, with the version of a part inside. */
function draftedSchema({ schema, write }: SectionDefinition): TObject {
  const sent = write.schema ?? schema;
  if (!write.part) return sent;
  const properties = { ...sent.properties, [write.part.field]: write.part.schema };
  return Type.Object(properties, { additionalProperties: false });
}
