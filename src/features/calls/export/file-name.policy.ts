import { localIso } from '../../../core/time/wall-clock.policy.js';
import type { DateRange } from '../../../core/time/date-range.policy.js';

// Two of these, the dates and the extension stay within the limit of every file system.
const MOST = 80;
const HARMLESS = /[A-Za-z0-9]+/g;

const harmless = (id: string): string => (id.slice(0, MOST).match(HARMLESS) ?? []).join('-');

/**
 * `calls-acme-dental-front-desk-k3vq72-2026-10-01-to-2026-10-31.csv`: the client, the project, and
 * the first and last local day of the range (calls-export 8.3). A project id usually starts with
 * its client's id, which is then not repeated.
 */
export function exportFileName(
  clientId: string,
  projectId: string,
  range: Pick<DateRange, 'from' | 'to' | 'timezone'>,
): string {
  const [client, project] = [harmless(clientId), harmless(projectId)];
  const dayOf = (instant: number): string => localIso(instant, range.timezone).slice(0, 10);
  const [from, to] = [
    dayOf(range.from.getTime()),
    dayOf(Math.max(range.from.getTime(), range.to.getTime() - 1)),
  ];
  const parts = [
    'calls',
    ...(project.startsWith(client) ? [] : [client]),
    project,
    from,
    ...(to === from ? [] : ['to', to]),
  ];
  return `${parts.filter((part) => part !== '').join('-')}.csv`;
}
