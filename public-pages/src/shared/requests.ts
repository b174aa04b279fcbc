/** An answer of the service, or a connection that gave none. */
export type Outcome =
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown; readonly serverTime: number }
  | { readonly kind: 'lost' };

// Longer than a request takes on a slow 3G line with its losses, shorter than a person waits.
const TIMEOUT_MS = 30_000;

// The service is busy or unreachable behind its proxy: the same request may succeed later.
const isTransient = (status: number): boolean => status === 408 || status >= 500;

/** Sends a request once. The address of the page goes nowhere. */
export async function send(method: 'GET' | 'POST', path: string, body?: object): Promise<Outcome> {
  const abort = new AbortController();
  const timer = window.setTimeout(() => abort.abort(), TIMEOUT_MS);
  try {
    const response = await fetch(path, {
      method,
      cache: 'no-store',
      credentials: 'same-origin',
      referrerPolicy: 'no-referrer',
      signal: abort.signal,
      ...(body ? { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : {}),
    });
    if (isTransient(response.status)) return { kind: 'lost' };
    const text = await response.text();
    return {
      kind: 'answer',
      status: response.status,
      body: text === '' ? null : (JSON.parse(text) as unknown),
      serverTime: Date.parse(response.headers.get('Date') ?? '') || Date.now(),
    };
  } catch {
    return { kind: 'lost' };
  } finally {
    window.clearTimeout(timer);
  }
}

/** Calls back once, after some time. @returns how to wait no longer */
export function after(milliseconds: number, act: () => void): () => void {
  const timer = window.setTimeout(act, milliseconds);
  return () => window.clearTimeout(timer);
}

/** Calls back once, when the browser finds a network again. @returns how to wait no longer */
export function whenOnline(act: () => void): () => void {
  window.addEventListener('online', act, { once: true });
  return () => window.removeEventListener('online', act);
}
