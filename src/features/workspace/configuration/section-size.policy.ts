import type { TSchema } from '@sinclair/typebox';
import { CATALOGUE } from '../../../core/kernel/catalogue.js';
import { PlatformError } from '../../../core/kernel/platform-error.js';
import { requireBody } from '../../../core/schemas/schema-check.policy.js';

/**
 * The largest configuration of one section, as JSON. The fullest one of real use, with all its prompts and
 * destinations, takes a tenth of it; every version, every draft and every edit of the history keeps a copy.
 */
export const MAX_SECTION_BYTES = 128 * 1024;

/** @throws 413 when the section's configuration is larger than one may be */
export function requireSize(configuration: unknown): void {
  if (Buffer.byteLength(JSON.stringify(configuration ?? null)) > MAX_SECTION_BYTES) {
    throw new PlatformError(CATALOGUE.contentTooLarge, {
      message: `The configuration of a section may take at most ${MAX_SECTION_BYTES / 1024} KiB.`,
    });
  }
}

/** Holds a body against its schema. @param configurations what stands in it as configurations of sections @throws 413, 422 */
export const requireConfigurations = (
  schema: TSchema,
  body: unknown,
  configurations: readonly unknown[],
): void => requireBody(schema, body, () => configurations.forEach(requireSize));
