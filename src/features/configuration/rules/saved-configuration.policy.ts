import type { TObject, TSchema } from '@sinclair/typebox';
import type { JsonPath } from '../../../core/shared/json/json-path.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PlatformError, unprocessable } from '../../../core/shared/platform-error.js';
import { requireBody, requireSchema } from '../../../core/http/schemas/schema-check.policy.js';
import type { ConfigurationState } from './configuration-state.js';
import { assignBroughtVersion, assignEditVersion } from './part-versions.policy.js';
import type { SectionDefinition } from './sections/section-definition.js';

/**
 * The largest configuration of one section, as JSON. The largest realistic one, with all its
 * prompts and destinations, takes a tenth of this; every version, every draft and every edit of the
 * history stores a copy.
 */
export const MAX_SECTION_BYTES = 128 * 1024;

/** @throws 413 if the section's configuration is too large */
export function requireSize(configuration: unknown): void {
  if (Buffer.byteLength(JSON.stringify(configuration ?? null)) > MAX_SECTION_BYTES) {
    throw new PlatformError(CATALOGUE.contentTooLarge, {
      message: `The configuration of a section may take at most ${MAX_SECTION_BYTES / 1024} KiB.`,
    });
  }
}

/**
 * Validates a body against its schema.
 * @param configurations its parts that are configurations of sections
 * @throws 413, 422
 */
export const requireConfigurations = (
  schema: TSchema,
  body: unknown,
  configurations: readonly unknown[],
): void => requireBody(schema, body, () => configurations.forEach(requireSize));

type Configuration = Readonly<Record<string, unknown>>;

// The location of the configuration in the errors of a section's `merge`.
const IN_SECTION: JsonPath = ['body', 'configuration'];

/**
 * The configuration to save, from a sent one that matches the schema.
 * @param current the current section
 * @param state all other configuration
 * @param loc location of the configuration in the request
 * @throws 422 naming the refused fields, 413 if it is too large
 */
export function configurationToSave(
  section: SectionDefinition,
  current: Configuration,
  sent: unknown,
  state: ConfigurationState,
  loc: JsonPath,
): Configuration {
  requireSize(sent);
  const { merge, part } = section.write;
  if (!merge && !part) return sent as Configuration;
  const merged = merge ? reported(loc, () => merge(current as never, sent)) : sent;
  const saved = assignEditVersion(section, current, merged as Configuration, state);
  requireSchema(section.schema, saved, loc);
  requireSize(saved);
  return saved;
}

/** The schema of a section that is sent as a whole: in a file, or in a draft that is restored. */
export const wholeSchema = ({ schema, write }: SectionDefinition): TObject => write.whole?.schema ?? schema;

/**
 * The configuration to save, from a section that was sent as a whole and matches `wholeSchema`:
 * omitted fields are removed, and the version of a part is kept unless one as high was already
 * assigned.
 * @throws as `configurationToSave`
 */
export function wholeToSave(
  section: SectionDefinition,
  current: Configuration,
  sent: unknown,
  state: ConfigurationState,
  loc: JsonPath,
): Configuration {
  requireSize(sent);
  const { whole } = section.write;
  const taken = whole ? reported(loc, () => whole.take(current as never, sent)) : sent;
  const saved = assignBroughtVersion(section, current, taken as Configuration, state);
  requireSchema(section.schema, saved, loc);
  requireSize(saved);
  return saved;
}

/** Moves the paths of errors in a section's own body to their location in this one. */
function reported<T>(loc: JsonPath, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof PlatformError) || error.fields.length === 0) throw error;
    const fields = error.fields.map((field) => ({
      ...field,
      loc: [...loc, ...field.loc.slice(IN_SECTION.length)],
    }));
    throw unprocessable(...fields);
  }
}
