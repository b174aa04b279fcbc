const OF_RUNTIME = { sessions: [], keys: ['runtime-ingest'], takesClient: false, project: 'none' } as const;
const OPEN = {
  public: true,
  sessions: [],
  keys: [],
  takesClient: false,
  project: 'none',
  admitted: 404,
} as const;

/**
 * Routes of forms, for runtimes and for anonymous people: without a token that opens a form, the
 * answer is always 404.
 */
export const DIRECT_INPUT_ROUTES = [
  { ...OF_RUNTIME, method: 'post', path: '/internal/v1/direct-input/sessions', body: {}, admitted: 422 },
  { ...OF_RUNTIME, method: 'get', path: '/internal/v1/direct-input/sessions/:session_id', admitted: 404 },
  { ...OPEN, method: 'post', path: '/v1/direct-input/context', body: {} },
  { ...OPEN, method: 'post', path: '/v1/direct-input/submit', body: {} },
] as const;
