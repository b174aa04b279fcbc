import { contentHash } from '../../../../core/shared/json/canonical-json.policy.js';
import type { ConfigurationState } from '../configuration-state.js';
import type { SectionDefinition } from './section-definition.js';

/** Etag of a section that was never saved. */
export const DEFAULT_ETAG = 'default';

// A section's hash distinguishes its published states; the version's number makes each one unique.
const HASH_DIGITS = 16;

export const publishedEtag = (versionNumber: number, configuration: unknown): string =>
  `v${versionNumber}-${contentHash(configuration).slice(0, HASH_DIGITS)}`;

/**
 * The version in the etag of a published section; null for any other etag, and for numbers beyond
 * the column's range.
 */
export function versionOfEtag(etag: string): number | null {
  const [, number] = /^v([1-9]\d{0,8})-[0-9a-f]{16}$/.exec(etag) ?? [];
  return number === undefined ? null : Number(number);
}

export const SECTION_SOURCES = ['draft', 'published', 'default'] as const;

/** The effective section: the draft's, else the published one, else the defaults. */
export interface EffectiveSection {
  readonly source: (typeof SECTION_SOURCES)[number];
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly etag: string;
  /** Null if nothing was ever saved. */
  readonly updatedAt: Date | null;
  readonly updatedBy: string | null;
}

export function effectiveSection(section: SectionDefinition, state: ConfigurationState): EffectiveSection {
  const drafted = state.draft?.sections[section.name];
  if (drafted) return { source: 'draft', ...drafted };
  const published = state.published?.sections[section.name];
  if (state.published && published) {
    const { versionNumber, publishedAt, publishedBy } = state.published;
    return {
      source: 'published',
      configuration: published,
      etag: publishedEtag(versionNumber, published),
      updatedAt: publishedAt,
      updatedBy: publishedBy,
    };
  }
  return {
    source: 'default',
    configuration: section.defaults,
    etag: DEFAULT_ETAG,
    updatedAt: null,
    updatedBy: null,
  };
}

/** All sections as they would be published, with defaults for those never saved. */
export const effectiveSections = (
  sections: readonly SectionDefinition[],
  state: ConfigurationState,
): ReadonlyMap<string, EffectiveSection> =>
  new Map(sections.map((section) => [section.name, effectiveSection(section, state)]));

/** The same as plain configurations by section name, as in a version. */
export const effectiveConfigurations = (
  sections: readonly SectionDefinition[],
  state: ConfigurationState,
): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    sections.map((section) => [section.name, { ...effectiveSection(section, state).configuration }]),
  );

/** The configurations on which a test call may run: the draft, or the published version. */
export const TEST_CALL_SOURCES = ['draft', 'published'] as const;
export type TestCallSource = (typeof TEST_CALL_SOURCES)[number];

/**
 * The identity of the tested configuration: the draft's etag or the version's content hash; null if
 * there is neither.
 */
export const configurationUnderTest = (
  { draft, published }: ConfigurationState,
  source: TestCallSource,
): string | null => (source === 'draft' ? draft?.etag : published?.contentHash) ?? null;

/** The configuration on which such a call runs. */
export const stateUnderTest = (state: ConfigurationState, source: TestCallSource): ConfigurationState =>
  source === 'draft' ? state : { ...state, draft: null };
