import { Value } from '@sinclair/typebox/value';
import { isRecord } from '../../../core/shared/json/json-path.js';
import { countPersonalMarks, personalPaths } from '../../../core/privacy/masking/personal-fields.policy.js';
import type { SectionDefinition } from '../rules/sections/section-definition.js';

const NAME = /^[a-z]+(-[a-z]+)*$/;

/** The problems of a set of sections, in words; empty if all of them can be served. */
export function problemsOf(sections: readonly SectionDefinition[]): string[] {
  const names = sections.map(({ name }) => name);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  return [
    ...twice.map((name) => `${name} appears there twice`),
    ...sections.flatMap((section) => ofSection(section).map((problem) => `${section.name}: ${problem}`)),
  ];
}

function ofSection({ name, route, schema, defaults, example, write }: SectionDefinition): string[] {
  const sent = write.schema ?? schema;
  return [
    ...(NAME.test(name) ? [] : ['the name is not a path segment of lower-case words']),
    ...(route === undefined || route === `v1/projects/:project_id/${name}`
      ? []
      : ['the route does not end with the name']),
    ...openObjects(schema, 'schema'),
    ...(write.schema ? openObjects(write.schema, 'write.schema') : []),
    ...(countPersonalMarks(schema) === personalPaths(schema).length && schema['x-personal'] !== true
      ? []
      : [
          'x-personal is in a place where nothing would be sealed: mark a field, not its parent or its parts',
        ]),
    ...(Value.Check(schema, defaults) ? [] : ['the defaults break the schema']),
    ...(Value.Check(schema, example) ? [] : ['the example breaks the schema']),
    ...(Value.Check(sent, write.example ?? example) ? [] : ['the example of a write breaks its schema']),
  ];
}

/** Objects of a schema that would accept undescribed fields. */
function openObjects(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item, index) => openObjects(item, `${path}.${index}`));
  if (!isRecord(schema)) return [];
  const isOpen = schema['type'] === 'object' && schema['additionalProperties'] !== false;
  return [
    ...(isOpen ? [`${path} is an object that takes unknown fields`] : []),
    ...Object.entries(schema).flatMap(([key, child]) => openObjects(child, `${path}.${key}`)),
  ];
}
