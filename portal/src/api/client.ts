import { client } from './generated/client.gen';
import { problemOf } from './problem';
import { fetchWithStepUp } from './step-up';

/**
 * Sets up the generated client: same origin, the session's cookie, and errors that pages can show.
 */
export function setUpClient(): void {
  client.setConfig({
    credentials: 'same-origin',
    throwOnError: true,
    // The generated client calls fetch with a request only.
    fetch: (request) => fetchWithStepUp(request as Request),
  });
  client.interceptors.request.use(async (asked) => {
    const { pathname, search } = new URL(asked.url);
    const { method, headers, signal, credentials } = asked;
    // Passing the body on would make it a stream, which browsers only send over HTTP/2.
    const content = method === 'GET' ? undefined : await asked.arrayBuffer();
    // The API accepts writes of a browser only as JSON, even without a body.
    if (content && !headers.has('Content-Type')) headers.set('Content-Type', 'application/json');
    const path = pathname.startsWith('/v1/') ? `/api${pathname}${search}` : asked.url;
    return new Request(path, {
      method,
      headers,
      signal,
      credentials,
      body: content?.byteLength ? content : undefined,
    });
  });
  client.interceptors.error.use((error, response) =>
    response ? problemOf(response.status, response.headers, error) : error,
  );
}
