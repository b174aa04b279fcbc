import type { CatalogueEntry } from '../../../core/shared/catalogue.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PORTAL_ERRORS } from '../portal.errors.js';

/** The headers of a browser's request that decide whether it may write. */
interface BrowserRequest {
  readonly method: string;
  readonly origin: string | undefined;
  readonly contentType: string | undefined;
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

// Imports accept text/csv, and uploads octet streams. A page on another site cannot send any of these
// types without a preflight request.
const WRITTEN = /^(application\/json|text\/csv|application\/octet-stream)\s*(;|$)/i;

/**
 * Why a write by a session is refused, or null (portal-sessions 4.1, 4.2). A form on another site
 * has another Origin, and cannot have one of these content types.
 * @param own the portal's origin
 */
export function writeRefusal(
  { method, origin, contentType }: BrowserRequest,
  own: string,
): CatalogueEntry | null {
  if (READS.has(method)) return null;
  if (origin !== own) return PORTAL_ERRORS.originNotAllowed;
  return WRITTEN.test(contentType ?? '') ? null : CATALOGUE.unsupportedMediaType;
}
