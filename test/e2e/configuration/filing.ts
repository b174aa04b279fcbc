import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import type { TestApp } from '../../support/app.js';
import type { ProjectFixture } from './editing.js';
import { assistant, bookingWith, makeSecret, send } from '../releases/releasing.js';

type Configuration = Record<string, unknown>;

export interface File {
  readonly schema_version: number;
  readonly project: object;
  readonly secrets: string[];
  readonly sections: Record<string, Configuration>;
  readonly checksum: string;
}

/** The answer to an import or a clone. */
export interface Incoming {
  readonly etag: string | null;
  readonly changed_sections: string[];
  readonly changes: { section: string; path: string; op: string }[];
  readonly status: string;
  readonly sections: { section: string; findings: { code: string; path: string }[] }[];
  readonly missing_secrets: string[];
}

export const EXPORT = 'configuration/export';
export const IMPORT = 'configuration/import';

/**
 * The exported file of a project.
 * @throws if the export fails
 */
export async function exported(
  test: TestApp,
  desk: ProjectFixture,
  source = 'draft',
  as = desk.admin,
): Promise<File> {
  const response = await send(test, desk, 'get', `${EXPORT}?source=${source}`, { as })
    .buffer(true)
    .expect(200);
  return JSON.parse(response.text) as File;
}

/** Another, empty project of the same tenant and person. */
export const anEmptyProject = async (test: TestApp, desk: ProjectFixture): Promise<ProjectFixture> => ({
  ...desk,
  projectId: await test.world.aProject(desk.tenant, { lifecycleState: 'setup' }),
});

/**
 * Saves every section with content that can be published once the secrets exist; returns the names
 * of the secrets.
 */
export async function saveEverything(test: TestApp, desk: ProjectFixture): Promise<string[]> {
  const version = ({ write: { part }, defaults }: SectionDefinition) =>
    part ? { [part.field]: part.of(defaults) } : {};
  const own: Record<string, object> = { booking: bookingWith('CALENDAR_TOKEN'), assistant: assistant() };
  const sections = Object.fromEntries(
    OWN_SECTIONS.map((section) => {
      const example = section.write.schema ? (section.write.example ?? section.example) : section.example;
      return [section.name, { ...(own[section.name] ?? example), ...version(section) }];
    }),
  );
  await send(test, desk, 'put', 'draft', { body: { sections } }).expect(200);
  return (await exported(test, desk)).secrets;
}

export async function makeSecrets(
  test: TestApp,
  desk: ProjectFixture,
  names: readonly string[],
): Promise<void> {
  for (const name of names) await makeSecret(test, desk, name, `a-value-of-${name}`).expect(200);
}
