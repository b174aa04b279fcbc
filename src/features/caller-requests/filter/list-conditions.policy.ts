import { DAY_MS } from '../../../core/time/wall-clock.policy.js';
import { CLOSED_STATUSES, OPEN_STATUSES, REQUEST_TYPES, STATUSES } from '../rules/vocabulary.js';
import type { CallerRequestStatus, DueState, RequestType } from '../rules/vocabulary.js';

/** Instants after the first and up to the second; null: unbounded. */
interface Range {
  readonly after: Date | null;
  readonly upTo: Date | null;
}

interface Pressing {
  readonly urgentFrom: Range;
  readonly overdueFrom: Range;
  /** Implied by the two conditions above; gives the starting point in the ordered index. */
  readonly received: Range;
}

export interface ListConditions extends Pressing {
  /** The only requested status, for which there is an index; null: `statuses` decides. */
  readonly status: CallerRequestStatus | null;
  readonly statuses: readonly CallerRequestStatus[];
  readonly types: readonly RequestType[];
  readonly projectId: string | null;
}

interface Filter {
  readonly status?: CallerRequestStatus;
  readonly due_state?: DueState;
  readonly type?: RequestType;
  readonly project_id?: string;
}

/** Resolves the filter of a list at an instant (caller-requests 7.2). */
export function listConditions(filter: Filter, now: Date): ListConditions {
  const { status = null, due_state: dueState, type, project_id: projectId = null } = filter;
  return {
    status,
    statuses: statusesOf(dueState).filter((one) => status === null || one === status),
    types: type === undefined ? REQUEST_TYPES : [type],
    projectId,
    ...pressing(dueState, now),
  };
}

function statusesOf(dueState: DueState | undefined): readonly CallerRequestStatus[] {
  if (dueState === undefined) return STATUSES;
  return dueState === 'closed' ? CLOSED_STATUSES : OPEN_STATUSES;
}

const ANY: Range = { after: null, upTo: null };

// From its receipt a request is urgent after 22 to 23 local days and overdue after 30 to 31. Clock
// changes are smaller than the day of margin on each side.
const URGENT_AFTER_DAYS = [21, 25] as const;
const OVERDUE_AFTER_DAYS = [29, 33] as const;

function pressing(dueState: DueState | undefined, now: Date): Pressing {
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const later: Range = { after: now, upTo: null };
  const reached: Range = { after: null, upTo: now };
  switch (dueState) {
    case 'normal':
      return {
        urgentFrom: later,
        overdueFrom: ANY,
        received: { after: ago(URGENT_AFTER_DAYS[1]), upTo: null },
      };
    case 'urgent':
      return {
        urgentFrom: reached,
        overdueFrom: later,
        received: { after: ago(OVERDUE_AFTER_DAYS[1]), upTo: ago(URGENT_AFTER_DAYS[0]) },
      };
    case 'overdue':
      return {
        urgentFrom: ANY,
        overdueFrom: reached,
        received: { after: null, upTo: ago(OVERDUE_AFTER_DAYS[0]) },
      };
    default:
      return { urgentFrom: ANY, overdueFrom: ANY, received: ANY };
  }
}
