import type { ConfigurationState } from './configuration-state.js';
import { DEFAULT_ETAG, publishedEtag } from './etags.policy.js';
import type { SectionDefinition } from './section-definition.js';

/** Where a section's configuration comes from. */
export const SECTION_SOURCES = ['draft', 'published', 'default'] as const;

/** A section as it stands: the draft's over the published one over the defaults. */
export interface EffectiveSection {
  readonly source: (typeof SECTION_SOURCES)[number];
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly etag: string;
  /** Null where nothing was ever saved. */
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

/** All sections as they would be published now, defaults in the place of those that were never saved. */
export const effectiveSections = (
  sections: readonly SectionDefinition[],
  state: ConfigurationState,
): ReadonlyMap<string, EffectiveSection> =>
  new Map(sections.map((section) => [section.name, effectiveSection(section, state)]));

/** The same as plain configurations by the name of their section: what a version holds. */
export const effectiveConfigurations = (
  sections: readonly SectionDefinition[],
  state: ConfigurationState,
): Record<string, Record<string, unknown>> =>
  Object.fromEntries(
    sections.map((section) => [section.name, { ...effectiveSection(section, state).configuration }]),
  );
