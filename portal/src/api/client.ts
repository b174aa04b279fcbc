import { client } from './generated/client.gen';
import { problemOf } from './problem';

/** Sets up the generated client: same origin, the session's cookie, and errors that pages can show. */
export function setUpClient(): void {
  client.setConfig({ credentials: 'same-origin', throwOnError: true });
  client.interceptors.request.use((asked) => {
    const { pathname, search } = new URL(asked.url);
    const request = pathname.startsWith('/v1/') ? new Request(`/api${pathname}${search}`, asked) : asked;
    // Writes of a browser are taken as JSON alone, also without a body.
    if (request.method !== 'GET' && !request.headers.has('Content-Type'))
      request.headers.set('Content-Type', 'application/json');
    return request;
  });
  client.interceptors.error.use((error, response) =>
    response ? problemOf(response.status, response.headers, error) : error,
  );
}
