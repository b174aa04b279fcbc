import { contentHash } from '../../../core/json/canonical-json.policy.js';
import { isRecord } from '../../../core/json/json-path.js';
import type { ConfigurationState } from '../configuration/configuration-state.js';
import { effectiveSection } from '../configuration/effective-configuration.policy.js';
import { secretNamesIn } from '../configuration/secret-ref.js';
import type { SectionDefinition } from '../configuration/section-definition.js';

/** What a file says of its form; another form is another number. */
export const SCHEMA_VERSION = 1;

export type Configurations = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** A project's configuration as one file (workspace 12.1 to 12.3). */
export interface ConfigurationFile {
  readonly schema_version: number;
  /** For its reader. */
  readonly project: { readonly display_name: string; readonly timezone: string };
  /** The names of the secrets that the sections refer to; no values. */
  readonly secrets: readonly string[];
  readonly sections: Configurations;
  /** Of all the rest, in canonical JSON. */
  readonly checksum: string;
}

/** What of these sections goes into a file, or to another project. */
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

/** The file of a project with these sections. */
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

/** The checksum of a file: of all that it says, but what is said for one import alone. */
export function checksumOf(file: Readonly<Record<string, unknown>>): string {
  const { checksum: _, secret_names: __, ...content } = file;
  return contentHash(content);
}

/** The text of a file: keys in one order and a line for each value, so that a difference shows what was changed. */
export const fileText = (file: ConfigurationFile): string => `${JSON.stringify(sorted(file), null, 2)}\n`;

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const keys = Object.keys(value).toSorted((one, other) => (one < other ? -1 : 1));
  return Object.fromEntries(keys.map((key) => [key, sorted(value[key])]));
}
