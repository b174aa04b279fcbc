import type { EffectiveSection } from '../rules/sections/effective-configuration.policy.js';
import type { SectionValidation } from '../rules/sections/findings.policy.js';

/** The state of a section (workspace 3.2). */
export const DRAFT_SECTION_STATES = ['empty', 'valid', 'invalid'] as const;
export type DraftSectionState = (typeof DRAFT_SECTION_STATES)[number];

/** A section that was never saved is empty, although it has defaults. */
export const draftSectionState = (
  { source }: Pick<EffectiveSection, 'source'>,
  { status }: Pick<SectionValidation, 'status'>,
): DraftSectionState => (source === 'default' ? 'empty' : status === 'blocked' ? 'invalid' : 'valid');
