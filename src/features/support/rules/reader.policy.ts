import type { AuthContext } from '../../../core/shared/auth-context.js';
import { INTERNAL_ROLES, PARTNER_ROLES, type Scope } from '../../../core/shared/roles.js';
import type { CommentVisibility, TicketCategory, TicketSide } from './words.js';

/** Which tickets of a client a person sees (support section 2). */
export interface TicketReader {
  readonly person: string;
  readonly side: TicketSide;
  /**
   * Whether all of the client's tickets are visible; otherwise those of `projects`, and those in
   * which the person takes part.
   */
  readonly seesAll: boolean;
  readonly projects: readonly string[];
  readonly seesPrivacy: boolean;
}

/** The facts of a ticket that decide who sees it. */
export interface TicketFacts {
  readonly category: TicketCategory;
  readonly projectId: string | null;
  /** Whether the person is its requester or one of its recipients. */
  readonly takesPart: boolean;
}

const isOf = (roles: readonly Scope[], role: Scope | 'system'): boolean => roles.some((it) => it === role);

export const sideOf = ({ scope }: Pick<AuthContext, 'scope'>): TicketSide =>
  isOf(INTERNAL_ROLES, scope) ? 'staff' : 'customer';

/** Roles that see only tickets of assigned projects, or in which they take part. */
const LIMITED: readonly Scope[] = ['partner_user', 'client_staff'];

/** @param assigned the projects that the person sees; only relevant for a partner_user */
export const readerOf = (
  { scope, principal }: Pick<AuthContext, 'scope' | 'principal'>,
  assigned: readonly string[],
): TicketReader => ({
  person: principal.id,
  side: sideOf({ scope }),
  seesAll: !isOf(LIMITED, scope),
  projects: scope === 'partner_user' ? assigned : [],
  seesPrivacy: !isOf(PARTNER_ROLES, scope),
});

/** Whether a person sees a ticket (support 2.2, 2.3). */
export const seesTicket = (reader: TicketReader, { category, projectId, takesPart }: TicketFacts): boolean =>
  (reader.seesPrivacy || category !== 'privacy') &&
  (reader.seesAll || takesPart || (projectId !== null && reader.projects.includes(projectId)));

/** Internal comments are for staff (support 2.4). */
export const seesComment = ({ side }: Pick<TicketReader, 'side'>, visibility: CommentVisibility): boolean =>
  visibility === 'public' || side === 'staff';
