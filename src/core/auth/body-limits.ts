export interface BodyLimits {
  readonly bytes: number;
  readonly types: readonly (
    | 'application/json'
    | 'application/scim+json'
    | 'application/x-ndjson'
    | 'application/octet-stream'
    | 'text/csv'
    | 'application/x-www-form-urlencoded'
  )[];
  /** The status for a body that is too large; default: 413. A 422 names the body as the wrong field. */
  readonly tooLarge?: 413 | 422;
  /** How many members JSON may have: more is 422, and not parsed. */
  readonly width?: { readonly inOnePlace: number; readonly inAll: number };
  /**
   * The field whose list the handler checks entry by entry, or `body` if the body is the list. The
   * handler refuses lone surrogates in it (requests 4.5).
   */
  readonly batch?: string;
  /** Passes on the bytes unparsed, for routes that parse large bodies in parts. */
  readonly raw?: boolean;
  /** Not read by the pipeline: the handler reads the stream and limits it. */
  readonly streamed?: boolean;
}

/** Ordinary bodies are settings and filters of a few KB. */
export const DEFAULT_BODY_LIMITS: BodyLimits = { bytes: 1024 * 1024, types: ['application/json'] };

/** For public routes and invitations, unless they say otherwise: their bodies are short forms. */
export const STRANGER_BODY_LIMITS: BodyLimits = { bytes: 4 * 1024, types: ['application/json'] };
