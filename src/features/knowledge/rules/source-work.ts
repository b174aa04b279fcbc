import { OWED, workKind } from '../../../core/shared/work-kind.js';

export interface ReadSource {
  readonly sourceId: string;
  /** For a scheduled fetch: when it is due. */
  readonly due?: string;
}

// Fetching and parsing take a minute at most, and sealing 100 MB of text another one. A process
// reads one content at a time: the process that parses it may use 350 MB.
export const READ_SOURCE = workKind<ReadSource>('knowledge.read_source', {
  ...OWED,
  leaseMs: 180_000,
});

export interface ClearUpload {
  readonly sourceId: string;
  readonly name: string;
}

/** Deletes an uploaded file from the file store, unless its source is still waiting for it. */
export const CLEAR_UPLOAD = workKind<ClearUpload>('knowledge.clear_upload', { ...OWED, batch: 20 });
