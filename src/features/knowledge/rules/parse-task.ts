/** A content to be parsed. */
export interface ParseTask {
  /** In chunks, because joining those of a large file would stall this process. */
  readonly content: readonly Uint8Array[];
  /** The encoding that the page's server named. */
  readonly charset: string | null;
}
