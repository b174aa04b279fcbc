import { getRequest } from '../harness/load.ts';
import type { Deployment, TenantsBench } from '../harness/stores/tenants-store.ts';

/** The connections of tenants other than the measured one. */
export const OTHERS = 3;
const DAYS = Array.from({ length: 25 }, (_, day) => new Date(Date.now() - day * 86_400_000).toISOString());
const RANGE = `start_date=${DAYS.at(-1)?.slice(0, 10)}&end_date=${DAYS[0]?.slice(0, 10)}`;
const PATHS = [
  `/v1/calls/list?project_id=desk&${RANGE}`,
  `/v1/calls/summary?project_id=desk&${RANGE}`,
  `/v1/calls/timeline?project_id=desk&${RANGE}`,
];

export const requestsOf = (keys: readonly string[]): Buffer[] =>
  keys.flatMap((key) => PATHS.map((path) => getRequest(path, { 'X-API-Key': key })));

/** The keys of a deployment's tenants. */
export const keysOf = ({ keys }: TenantsBench, { tenants }: Deployment): readonly string[] =>
  keys.slice(0, tenants);
