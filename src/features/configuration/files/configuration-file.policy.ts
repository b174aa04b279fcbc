import { contentHash } from '../../../core/shared/json/canonical-json.policy.js';
import { isRecord, type JsonPath } from '../../../core/shared/json/json-path.js';
import { unprocessable } from '../../../core/shared/platform-error.js';
import type { ConfigurationState } from '../rules/configuration-state.js';
import { effectiveSection } from '../rules/sections/effective-configuration.policy.js';
import { isSecretRef, secretNamesIn } from '../rules/sections/secret-ref.js';
import type { SectionDefinition } from '../rules/sections/section-definition.js';

export const SCHEMA_VERSION = 1;

export type Configurations = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A project's configuration as one file (workspace 12.1 to 12.3). */
export interface ConfigurationFile {
  readonly schema_version: number;
  /** Information for readers. */
  readonly project: { readonly display_name: string; readonly timezone: string };
  /** The names of the secrets that the sections refer to; not their values. */
  readonly secrets: readonly string[];
  readonly sections: Configurations;
  /** The checksum of all other fields, in canonical JSON. */
  readonly checksum: string;
}

/** The part of these sections that goes into a file, or into another project. */
export const givenSections = (
  sections: readonly SectionDefinition[],
  state: ConfigurationState,
): Configurations =>
  Object.fromEntries(
    sections.map((section) => {
      const { configuration } = effectiveSection(section, state);
      return [section.name, section.write.whole?.give(configuration) ?? configuration];
    }),
  );

export function fileOf(
  { displayName, timezone }: ConfigurationState['project'],
  sections: Configurations,
): ConfigurationFile {
  const content = {
    schema_version: SCHEMA_VERSION,
    project: { display_name: displayName, timezone },
    secrets: secretNamesIn(sections),
    sections,
  };
  return { ...content, checksum: checksumOf(content) };
}

/** The checksum of a file: of everything except the parts for a single import. */
export function checksumOf(file: Readonly<Record<string, unknown>>): string {
  const { checksum: _, secret_names: __, ...content } = file;
  return contentHash(content);
}

/** The text of a file: sorted keys and a line for each value, for readable differences. */
export const fileText = (file: ConfigurationFile): string => `${JSON.stringify(sorted(file), null, 2)}\n`;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).toSorted((one, other) => (one < other ? -1 : 1));
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key])]));
}

/** The names of referenced secrets in another project. */
export type SecretNames = Readonly<Record<string, string>>;

/** The same sections with renamed references; others keep their names. */
export const withSecretNames = (sections: Configurations, names: SecretNames): Configurations =>
  renamed(sections, new Map(Object.entries(names))) as Configurations;

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (isSecretRef(value)) return { secret_ref: names.get(value.secret_ref) ?? value.secret_ref };
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, renamed(child, names)]));
}

/** The names among those that the sections refer to for which the project has no secret. */
export const missingSecrets = (sections: Configurations, has: ReadonlySet<string>): string[] =>
  secretNamesIn(sections).filter((name) => !has.has(name));

/** @throws 422 naming each replaced secret to which no section refers */
export function requireReferredTo(sections: Configurations, names: SecretNames, loc: JsonPath): void {
  const referred = secretNamesIn(sections);
  const others = Object.keys(names).filter((name) => !referred.includes(name));
  if (others.length === 0) return;
  const known = referred.length === 0 ? 'no secret' : referred.join(', ');
  throw unprocessable(
    ...others.map((name) => ({
      loc: [...loc, name],
      message: `is not a secret that the sections refer to: they refer to ${known}`,
      type: 'secret_unknown',
    })),
  );
}
