import { isUtf8 } from 'node:buffer';
import { echoableName } from '../../shared/field-names.policy.js';

declare module '../../shared/platform-request.js' {
  interface PlatformRequest {
    /** Unreadable parts of its address, for which TextGuard responds. */
    targetFaults?: TargetFaults | null;
  }
}

export interface TargetFaults {
  /** Whether a `%` in the path does not begin an escape: no resource has such an address. */
  readonly hasMalformedPath: boolean;
  /** Path segments that are not UTF-8, numbered as by `split('/')`. */
  readonly brokenSegments: readonly number[];
  /** Name of the first query parameter that is not UTF-8, or null. */
  readonly brokenParameter: string | null;
}

interface RequestTarget {
  /** The address in a form that the router can read: invalid text becomes U+FFFD. */
  readonly url: string;
  /** Null for nearly every request. */
  readonly faults: TargetFaults | null;
}

const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/g;
const ESCAPE = /%([0-9A-Fa-f]{2})/g;
const REPLACEMENT = '%EF%BF%BD';

const SCHEME_AND_HOST = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * The address of a request from its path on (requests 1.9). Scheme and host may precede it (RFC
 * 9112, 3.2.2); Express would respond to that itself.
 */
export function originForm(target: string): string {
  if (target.startsWith('/') || target.startsWith('*')) return target;
  const rest = target.replace(SCHEME_AND_HOST, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Reads the address of a request. Faults that would make the router fail are replaced and recorded,
 * so that the guards decide which response comes first. Node's parser refuses everything except
 * ASCII.
 */
export function readTarget(target: string): RequestTarget {
  // The usual case: nothing is escaped, so there is nothing to check.
  if (!target.includes('%')) return { url: target, faults: null };
  const mark = target.indexOf('?');
  const [path, query] = mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark)];
  const brokenSegments: number[] = [];
  const escaped = path.replace(STRAY_PERCENT, '%25');
  const segments = escaped.split('/').map((segment, index) => {
    if (isText(segment)) return segment;
    brokenSegments.push(index);
    return REPLACEMENT;
  });
  const brokenParameter = brokenParameterOf(query.slice(1));
  const hasMalformedPath = escaped !== path;
  const isSound = !hasMalformedPath && brokenSegments.length === 0 && brokenParameter === null;
  return {
    url: segments.join('/') + query,
    faults: isSound ? null : { hasMalformedPath, brokenSegments, brokenParameter },
  };
}

function brokenParameterOf(query: string): string | null {
  const broken = query.split('&').find((pair) => !isText(pair));
  if (broken === undefined) return null;
  const name = bytesOf(broken.split('=', 1)[0]!).toString('utf8');
  return echoableName(name);
}

// A plus sign is a space in a query; either way the bytes are those of the text.
const bytesOf = (escaped: string): Buffer =>
  Buffer.from(
    escaped.replace(ESCAPE, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  );
const isText = (escaped: string): boolean => !escaped.includes('%') || isUtf8(bytesOf(escaped));
