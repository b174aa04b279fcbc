import { contentHash } from '../../../core/json/canonical-json.policy.js';

/** What tells two answers of the configuration route apart. */
interface RuntimeState {
  readonly displayName: string;
  /** In which the hours of the sections are meant. */
  readonly timezone: string;
  readonly versionNumber: number;
  readonly contentHash: string;
  /** The version of each secret that the configuration refers to, by name. */
  readonly secretVersions: Readonly<Record<string, number>>;
}

/**
 * Etag of what the runtime gets. It changes when another version is published, also one of the same content, when the
 * project gets another name or time zone, and when a secret is rotated that the configuration refers to; no other secret
 * touches it.
 */
export const runtimeEtag = (state: RuntimeState): string =>
  contentHash([
    state.displayName,
    state.timezone,
    state.versionNumber,
    state.contentHash,
    state.secretVersions,
  ]);
