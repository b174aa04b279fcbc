import type { CatalogueEntry } from '../../../core/shared/catalogue.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { PORTAL_ERRORS } from '../portal.errors.js';

/** The headers of a browser's request that decide. */
interface BrowserRequest {
  readonly method: string;
  readonly origin: string | undefined;
  readonly contentType: string | undefined;
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

// text/csv is what imports take. A page elsewhere can send neither of the two without asking first.
const WRITTEN = /^(application\/json|text\/csv)\s*(;|$)/i;

/**
 * Why a write by a session is refused, or null (portal-sessions 4.1, 4.2). A form of a page
 * elsewhere has another Origin, and cannot have one of these content types.
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
