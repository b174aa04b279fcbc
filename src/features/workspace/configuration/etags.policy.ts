import { contentHash } from '../../../core/json/canonical-json.policy.js';

/** Etag of a section of which nothing was ever saved. */
export const DEFAULT_ETAG = 'default';

// A section's hash tells its published states apart; the version's number is what makes each one unique.
const HASH_DIGITS = 16;

/** Etag of a section as version `versionNumber` published it. */
export const publishedEtag = (versionNumber: number, configuration: unknown): string =>
  `v${versionNumber}-${contentHash(configuration).slice(0, HASH_DIGITS)}`;

/** The version that an etag of a published section names; null for any other etag, and beyond what its column holds. */
export function versionOfEtag(etag: string): number | null {
  const [, number] = /^v([1-9]\d{0,8})-[0-9a-f]{16}$/.exec(etag) ?? [];
  return number === undefined ? null : Number(number);
}
