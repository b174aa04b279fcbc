import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import type { UnitOfWork } from '../../../core/database/unit-of-work/unit-of-work.js';
import { newEtag } from '../../../core/http/etag/new-etag.js';
import { quotedEtag } from '../../../core/http/etag/etag-headers.policy.js';
import { requireRead } from '../../../core/http/etag/require-read.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { detectPii } from '../../../core/privacy/pii/pii-tripwire.policy.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import { notFound, PlatformError, validationFailed } from '../../../core/shared/platform-error.js';
import type { Scope } from '../../../core/shared/roles.js';
import {
  ProjectVisibility,
  sees,
  type VisibleProjects,
} from '../../../core/tenancy/project-visibility.service.js';
import { Clock } from '../../../core/time/clock.js';
import { projectOf, readAddress } from '../rules/saved-address.policy.js';
import { SAVED_VIEW_ACTIONS } from '../saved-views.audit.js';
import {
  ADD_VIEW,
  CHANGE_VIEW,
  COUNT_VIEWS,
  DELETE_VIEW,
  HOLD_VIEW,
  LIST_VIEWS,
  TAKE_VIEWS_TURN,
} from './views.queries.js';
import type { ChangeViewRequest, SaveViewRequest } from './views.request.js';
import type { DeletedViewResponse, SavedView, SavedViewsResponse } from './views.response.js';

/** More than a menu can show. */
const MOST_OF_PERSON = 50;
const MOST_SHARED = 100;

/** Roles that may share views, because every person of the client sees them (saved-views 1.3). */
const SHARERS: readonly Scope[] = ['partner_admin', 'client_admin', 'client_manager', 'service_admin'];

interface ViewRow {
  readonly view_id: string;
  readonly owner_id: string;
  readonly name: string;
  readonly address: string;
  readonly is_shared: boolean;
  readonly etag: string;
  readonly updated_at: Date;
  readonly updated_by: string;
}

/** Views that people save (saved-views sections 1 to 3). */
@Injectable()
export class SavedViewsService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly projects: ProjectVisibility,
    private readonly clock: Clock,
  ) {}

  async list(auth: AuthContext): Promise<SavedViewsResponse> {
    const visible = await this.projects.visibleProjects(auth);
    const rows = await this.metadata.read(auth, (db) => db.query<ViewRow>(LIST_VIEWS, [auth.principal.id]));
    return {
      items: rows.filter((row) => isSeen(visible, row.address)).map((row) => shown(auth, row)),
      may_share: mayShare(auth),
    };
  }

  /** @throws 400 for an invalid name or address, 404 for a project, 409 for too many views */
  async save(
    auth: AuthContext,
    { name, address: text, shared }: SaveViewRequest,
    reservation: Reservation | null,
  ): Promise<SavedView> {
    const address = readView(auth, name, text, shared);
    await this.requireProject(auth, address);
    return this.metadata.transaction(auth, async (tx) => {
      await requireRoom(tx, auth, shared);
      const values = [auth.principal.id, name, address, shared, newEtag(), this.clock.now()];
      const [row] = await tx.query<ViewRow>(ADD_VIEW, values);
      return this.changed(tx, auth, row!, SAVED_VIEW_ACTIONS.saved, reservation);
    });
  }

  /**
   * @throws as `save`; 428 without If-Match, 409 for a stale one, 404 for a view that the person
   *   may not change
   */
  async change(
    auth: AuthContext,
    viewId: string,
    request: ChangeViewRequest,
    ifMatch: string | undefined,
    reservation: Reservation | null,
  ): Promise<SavedView> {
    const visible = await this.projects.visibleProjects(auth);
    const asked = request.address === undefined ? null : readAddress(request.address);
    if (asked && 'address' in asked) await this.requireProject(auth, asked.address);
    return this.metadata.transaction(auth, async (tx) => {
      const before = await hold(tx, auth, viewId, visible);
      requireRead('view', before.etag, ifMatch);
      const name = request.name ?? before.name;
      const isShared = request.shared ?? before.is_shared;
      const address = readView(auth, name, request.address ?? before.address, isShared);
      if (isShared !== before.is_shared) await requireRoom(tx, auth, isShared);
      // A view that is no longer shared belongs to its last editor.
      const owner = isShared ? before.owner_id : auth.principal.id;
      const values = [viewId, owner, name, address, isShared, newEtag(), this.clock.now(), auth.principal.id];
      const [row] = await tx.query<ViewRow>(CHANGE_VIEW, values);
      return this.changed(tx, auth, row!, SAVED_VIEW_ACTIONS.changed, reservation);
    });
  }

  /** @throws 404 for a view that the person may not change */
  async delete(
    auth: AuthContext,
    viewId: string,
    reservation: Reservation | null,
  ): Promise<DeletedViewResponse> {
    const visible = await this.projects.visibleProjects(auth);
    return this.metadata.transaction(auth, async (tx) => {
      const before = await hold(tx, auth, viewId, visible);
      await tx.query(DELETE_VIEW, [viewId]);
      await tx.auditDone(SAVED_VIEW_ACTIONS.deleted, { view_id: viewId, is_shared: before.is_shared });
      return tx.complete(reservation, { view_id: viewId, deleted: true as const });
    });
  }

  private async changed(
    tx: UnitOfWork,
    auth: AuthContext,
    row: ViewRow,
    action: (typeof SAVED_VIEW_ACTIONS)['saved' | 'changed'],
    reservation: Reservation | null,
  ): Promise<SavedView> {
    await tx.auditDone(action, { view_id: row.view_id, is_shared: row.is_shared });
    return tx.complete(reservation, shown(auth, row), { ETag: quotedEtag(row.etag) });
  }

  private async requireProject(auth: AuthContext, address: string): Promise<void> {
    const projectId = projectOf(address);
    if (projectId !== null && !(await this.projects.isVisible(auth, projectId))) throw notFound();
  }
}

const mayShare = ({ scope }: AuthContext): boolean => SHARERS.some((it) => it === scope);

const mayChange = (auth: AuthContext, row: ViewRow): boolean =>
  row.is_shared ? mayShare(auth) : row.owner_id === auth.principal.id;

const isSeen = (visible: VisibleProjects, address: string): boolean => {
  const projectId = projectOf(address);
  return projectId === null || sees(visible, projectId);
};

/**
 * The address to store.
 * @throws 400 naming the parts that cannot be saved
 */
function readView(auth: AuthContext, name: string, text: string, isShared: boolean): string {
  const read = readAddress(text);
  const faults = [
    ...(detectPii(name) === null ? [] : [['name', 'must not contain personal data'] as const]),
    ...('fault' in read ? [['address', read.fault] as const] : []),
    ...(isShared && !mayShare(auth)
      ? [['shared', `is allowed only for ${SHARERS.join(', ')}; save the view for yourself`] as const]
      : []),
  ];
  if (faults.length > 0 || 'fault' in read)
    throw validationFailed(
      ...faults.map(([field, message]) => ({ loc: ['body', field], message, type: 'view_invalid' })),
    );
  return read.address;
}

async function hold(
  tx: UnitOfWork,
  auth: AuthContext,
  viewId: string,
  visible: VisibleProjects,
): Promise<ViewRow> {
  const values = [auth.principal.id, viewId];
  const [row] = isGivenId(viewId) ? await tx.query<ViewRow>(HOLD_VIEW, values) : [];
  if (!row || !isSeen(visible, row.address) || !mayChange(auth, row)) throw notFound();
  return row;
}

async function requireRoom(tx: UnitOfWork, auth: AuthContext, isShared: boolean): Promise<void> {
  await tx.query(TAKE_VIEWS_TURN);
  const [count] = await tx.query<{ own: number; shared: number }>(COUNT_VIEWS, [auth.principal.id]);
  const [has, most] = isShared ? [count!.shared, MOST_SHARED] : [count!.own, MOST_OF_PERSON];
  if (has < most) return;
  throw new PlatformError(CATALOGUE.conflict, {
    message: isShared
      ? `The client has ${most} shared views, which is the limit. Delete one.`
      : `You have ${most} views of this client, which is the limit. Delete one.`,
  });
}

const shown = (auth: AuthContext, row: ViewRow): SavedView => ({
  view_id: row.view_id,
  name: row.name,
  address: row.address,
  shared: row.is_shared,
  may_change: mayChange(auth, row),
  etag: row.etag,
  updated_at_utc: row.updated_at.toISOString(),
  updated_by: row.updated_by,
});
