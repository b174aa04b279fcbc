import { DATA_ENVS, type AuthContext, type DataEnv } from '../../../core/shared/auth-context.js';
import { FieldError, validationFailed } from '../../../core/shared/platform-error.js';
import { INTERNAL_ROLES, PARTNER_ROLES } from '../../../core/shared/roles.js';

export const PROJECT_SORT_KEYS = ['created_at_utc', 'updated_at_utc', 'display_name', 'project_id'] as const;
type ProjectSortKey = (typeof PROJECT_SORT_KEYS)[number];

export const SORT_ORDERS = ['desc', 'asc'] as const;

/** Projects with equal sort keys are ordered by project_id, in the same direction. */
export interface ProjectOrder {
  readonly key: ProjectSortKey;
  readonly direction: (typeof SORT_ORDERS)[number];
}

const BOOLEANS = ['true', 'false'] as const;
const DEFAULT_PAGE_SIZE = 20;

/** The parameters of the list, as sent. */
interface ListingQuery {
  readonly include_inactive?: string | undefined;
  readonly include_archived?: string | undefined;
  readonly data_env?: string | undefined;
  readonly sort_by?: string | undefined;
  readonly sort_order?: string | undefined;
  readonly page?: number | undefined;
  readonly page_size?: number | undefined;
}

/** The requested part of the list. */
export interface ProjectListing {
  readonly order: ProjectOrder;
  readonly includesArchived: boolean;
  readonly page: number;
  readonly pageSize: number;
  /** Whether a page was requested; otherwise a legacy list is complete. */
  readonly isPaged: boolean;
}

/** Partner and internal roles work with the project detail; other roles have the legacy model. */
export const seesDetail = ({ scope }: Pick<AuthContext, 'scope'>): boolean =>
  [...PARTNER_ROLES, ...INTERNAL_ROLES].some((it) => it === scope);

/**
 * Whether a list of another environment is requested, which does not exist for these credentials.
 */
export const isOtherEnvironment = (asked: string | undefined, own: DataEnv): boolean =>
  asked !== own && DATA_ENVS.some((env) => env === asked);

/**
 * Reads the paging and the order of the list (projects 1.3, 1.4).
 * @throws 400 validation_failed naming every value that is not one of the allowed ones
 */
export function readProjectListing(query: ListingQuery): ProjectListing {
  const faults: FieldError[] = [];
  const oneOf = <T extends string>(name: keyof ListingQuery, words: readonly T[], absent: T): T => {
    const value = query[name] ?? absent;
    const word = words.find((it) => it === value);
    if (word === undefined) {
      const message = `must be one of ${words.join(', ')}`;
      faults.push({ loc: ['query', name], message, type: 'value_unknown' });
    }
    return word ?? absent;
  };
  oneOf('data_env', DATA_ENVS, 'prod');
  const listing = {
    order: {
      key: oneOf('sort_by', PROJECT_SORT_KEYS, 'created_at_utc'),
      direction: oneOf('sort_order', SORT_ORDERS, 'desc'),
    },
    includesArchived: [
      oneOf('include_inactive', BOOLEANS, 'false'),
      oneOf('include_archived', BOOLEANS, 'false'),
    ].includes('true'),
    page: query.page ?? 1,
    pageSize: query.page_size ?? DEFAULT_PAGE_SIZE,
    isPaged: query.page !== undefined || query.page_size !== undefined,
  };
  if (faults.length > 0) throw validationFailed(...faults);
  return listing;
}
