interface Touched {
  readonly erased: number;
  /** Kept because of a legal hold. */
  readonly held: number;
}

/** The stored result of an erasure (caller-requests 12.6). */
export interface ErasureResult {
  readonly calls: Touched;
  /** Null if they could not be searched: the request has no hashes for contacts. */
  readonly contacts: Touched | null;
}
