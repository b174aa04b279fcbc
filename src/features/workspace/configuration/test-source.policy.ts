import type { ConfigurationState } from './configuration-state.js';

/** What a test call may run: the draft, or the published version. */
export const TEST_CALL_SOURCES = ['draft', 'published'] as const;
export type TestCallSource = (typeof TEST_CALL_SOURCES)[number];

/** Which one of them it is at the moment: the draft's etag or the version's content hash; null where there is neither. */
export const configurationUnderTest = (
  { draft, published }: ConfigurationState,
  source: TestCallSource,
): string | null => (source === 'draft' ? draft?.etag : published?.contentHash) ?? null;

/** The configuration as such a call runs it. */
export const stateUnderTest = (state: ConfigurationState, source: TestCallSource): ConfigurationState =>
  source === 'draft' ? state : { ...state, draft: null };
