import { useQuery, type QueryClient } from '@tanstack/react-query';
import { getPortalSessionQueryKey, listProjectsQueryKey } from '../api/generated/@tanstack/react-query.gen';
import type { Problem } from '../api/problem';

/** One word that cannot be broken, and a sentence longer than a line. */
export const LONG = 'Kraftfahrzeughaftpflichtversicherungsangelegenheiten';
export const SENTENCE = `${LONG} und alles andere, was in eine Zeile nicht mehr hineinpasst, auch wenn sie breit ist`;

const problem = (kind: Problem['kind'], more: Partial<Problem> = {}): Problem => ({
  kind,
  status: 400,
  message: 'The range is longer than 366 days. Choose a shorter one.',
  requestId: '0198b3a2-7c11-7d55-9b1e-6a2f0c9d4e10',
  fields: {},
  ...more,
});

/** A refusal of each kind. */
export const PROBLEMS: Readonly<Record<string, Problem>> = {
  failed: problem('failed'),
  'failed, of a field': problem('failed', {
    fields: { 'profile.description': 'must be at most 500 characters' },
  }),
  stale: problem('failed', { status: 409, stale: { current: 'b2', changedPaths: ['name'] } }),
  forbidden: problem('absent', { status: 404 }),
  unavailable: problem('unavailable', { status: 503 }),
  limited: problem('limited', { status: 429, retryAfterSeconds: 40 }),
  'signed out': problem('ended', { status: 401 }),
};

/** A query that is still loading. */
export const useLoading = () =>
  useQuery<string>({ queryKey: ['loading'], queryFn: () => new Promise<string>(() => undefined) });

/** A query that failed. */
export const useFailed = (name: string) =>
  useQuery<string>({
    queryKey: ['failed', name],
    queryFn: () => {
      throw PROBLEMS[name] as unknown as Error;
    },
  });

/** A query with a cached response whose source no longer answers. */
export const useKept = () => {
  const kept = useFailed('unavailable');
  return { ...kept, data: SENTENCE, isError: kept.isError } as typeof kept;
};

/** The person for whom the parts are shown. */
export const OWN_ID = '0198b3a2-7c11-7d55-9b1e-6a2f0c9d4e11';

/** Stores the responses that some parts read by themselves. */
export function seedResponses(queries: QueryClient): void {
  queries.setQueryData(getPortalSessionQueryKey(), {
    user_id: OWN_ID,
    display_name: 'Mei Tanaka',
    assignments: [{ client_id: 'acme-dental', is_default: true, role: 'any' }],
    roles: [],
  });
  queries.setQueryData(listProjectsQueryKey({ query: { client_id: 'acme-dental', page_size: 100 } }), {
    items: [{ project_id: 'front-desk', display_name: SENTENCE }],
  });
}
