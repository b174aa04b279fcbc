/** A row of the table of expectations; `ExpectedRoute` describes its fields. */
interface DirectoryRow {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  readonly path: string;
  readonly public: true;
  readonly admitted: 401;
  readonly sessions: readonly [];
  readonly keys: readonly [];
  readonly takesClient: false;
  readonly project: 'none';
  readonly body?: object;
}

const ofDirectory = (method: DirectoryRow['method'], path: string): DirectoryRow => ({
  method,
  path: `/v1/security/scim/v2/${path}`,
  public: true,
  admitted: 401,
  sessions: [],
  keys: [],
  takesClient: false,
  project: 'none',
  ...(method === 'get' || method === 'delete' ? {} : { body: {} }),
});

/**
 * Only for the token of a client's directory: 401 for every API key and every person (directory
 * 2.5).
 */
export const DIRECTORY_ROUTES: readonly DirectoryRow[] = [
  ofDirectory('get', 'ServiceProviderConfig'),
  ofDirectory('get', 'ResourceTypes'),
  ofDirectory('get', 'Schemas'),
  ...(['Users', 'Groups'] as const).flatMap((type) => [
    ofDirectory('get', type),
    ofDirectory('get', `${type}/:id`),
    ofDirectory('post', type),
    ofDirectory('put', `${type}/:id`),
    ofDirectory('patch', `${type}/:id`),
    ofDirectory('delete', `${type}/:id`),
  ]),
];
