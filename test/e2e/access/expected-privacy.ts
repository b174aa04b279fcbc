/**
 * A customer's settings for its calls: the PII policy (privacy 2.1) and governance (privacy 5.7).
 */
export const PRIVACY_ROUTES = ['/v1/privacy/pii-policy', '/v1/privacy/governance'].flatMap(
  (path) =>
    [
      { method: 'get', path, sessions: ['client_admin'], keys: [], takesClient: true, project: 'none' },
      {
        method: 'put',
        path,
        sessions: ['client_admin'],
        keys: [],
        takesClient: true,
        project: 'none',
        body: {},
        admitted: 422,
      },
    ] as const,
);
