import { Type } from '@sinclair/typebox';
import { defineSection } from '../../src/features/configuration/rules/sections/section-definition.js';
import type { SectionDefinition } from '../../src/features/configuration/rules/sections/section-definition.js';
import type {
  ConfigurationState,
  SavedSection,
} from '../../src/features/configuration/rules/configuration-state.js';

/** The state of a project's configuration: empty except for the given fields. */
export const aConfigurationState = (fields: Partial<ConfigurationState> = {}): ConfigurationState => ({
  readAt: new Date('2026-11-01T00:00:00Z'),
  project: {
    projectId: 'project-1',
    displayName: 'Front desk',
    timezone: 'Australia/Sydney',
    lifecycleState: 'setup',
    revision: 1,
    latestPublishedVersion: null,
  },
  draft: null,
  discarded: null,
  published: null,
  secretNames: new Set(),
  judgeNumber: () => null,
  isVerified: () => true,
  ...fields,
});

/** A draft with these configurations, each under the etag `<name>-etag`. */
export const aDraftOf = (
  configurations: Record<string, object>,
): NonNullable<ConfigurationState['draft']> => ({
  etag: 'draft-etag',
  baseVersionNumber: null,
  editCount: Object.keys(configurations).length,
  updatedAt: new Date('2026-10-31T00:00:00Z'),
  updatedBy: 'anna',
  sections: Object.fromEntries(
    Object.entries(configurations).map(([name, configuration]): [string, SavedSection] => [
      name,
      {
        configuration: { ...configuration },
        etag: `${name}-etag`,
        updatedAt: new Date('2026-10-31T00:00:00Z'),
        updatedBy: 'anna',
      },
    ]),
  ),
});

/** A published version with these configurations. */
export const aVersionOf = (
  configurations: Record<string, Record<string, unknown>>,
  versionNumber = 1,
): NonNullable<ConfigurationState['published']> => ({
  versionNumber,
  sections: configurations,
  contentHash: 'hash',
  publishedAt: new Date('2026-10-01T00:00:00Z'),
  publishedBy: 'boris',
});

export const aSection = (fields: Partial<SectionDefinition> = {}): SectionDefinition =>
  defineSection({
    name: 'greeting',
    route: `v1/projects/:project_id/${fields.name ?? 'greeting'}`,
    title: 'Greeting',
    schema: Type.Object(
      { text: Type.String({ minLength: 1, description: 'What is said.' }) },
      { additionalProperties: false },
    ),
    defaults: { text: 'Hello.' },
    example: { text: 'Good morning.' },
    read: { scopes: ['partner_admin', 'partner_user'] },
    write: { scopes: ['partner_admin'], method: 'put', path: '', guard: 'optional' },
    validate: { scopes: ['partner_admin'], override: ['partner_admin'] },
    findings: () => [],
    rules: [],
    ...(fields as object),
  }) as unknown as SectionDefinition;
