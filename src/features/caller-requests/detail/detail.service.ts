import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { Clock } from '../../../core/time/clock.js';
import { isGivenId } from '../../../core/http/fields/given-id.js';
import { SupportCallerData } from '../../support/caller-data/support-caller-data.service.js';
import { CALLER_REQUEST_ACTIONS } from '../caller-requests.audit.js';
import { itemOf, trackingId, type CallerRequestRow } from '../rules/caller-request-item.js';
import { noteAddress } from '../rules/note-address.js';
import type { CallerRequestStatus, DataFoundState } from '../rules/vocabulary.js';
import { HISTORY, REQUEST_BY_ID } from './detail.queries.js';
import type { ErasureResult } from '../rules/erasure-result.js';
import { CallerRequestDetail } from './detail.response.js';
import type { ActorKind, CallerRequestChange, CallerRequestErasure } from './detail.response.js';

interface DetailRow extends CallerRequestRow {
  readonly erasure_result: ErasureResult | null;
  readonly leadsToContacts: boolean;
  readonly hashes: readonly Buffer[];
}

/** A row of HISTORY. */
interface ChangeRow {
  readonly revision: number;
  readonly changed_at: Date;
  readonly actor_kind: ActorKind;
  readonly actor_id: string;
  readonly from_status: CallerRequestStatus | null;
  readonly to_status: CallerRequestStatus;
  readonly data_found_state: DataFoundState;
  readonly data_found_count: number | null;
  readonly status_note_encrypted: Buffer | null;
}

/** Shows one request with its history (caller-requests section 8). */
@Injectable()
export class CallerRequestDetailService {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly sealed: SealedValues,
    private readonly tickets: SupportCallerData,
    private readonly clock: Clock,
  ) {}

  /** Reading notes is audited. @throws 404 for an unknown request */
  async show(auth: AuthContext, requestId: string): Promise<CallerRequestDetail> {
    if (!isGivenId(requestId)) throw notFound();
    const { row, changes } = await this.metadata.transaction(auth, async (tx) => {
      const [found] = await tx.query<DetailRow>(REQUEST_BY_ID, [requestId]);
      if (!found) throw notFound();
      const lines = await tx.query<ChangeRow>(HISTORY, [requestId]);
      await tx.auditDone(CALLER_REQUEST_ACTIONS.historyRead, {
        request_id: found.request_id,
        tracking_id: trackingId(found.tracking_number),
      });
      return { row: found, changes: lines };
    });
    const history = await Promise.all(changes.map((change) => this.toChange(auth, row.request_id, change)));
    const supportTickets = row.identifier_kind === 'phone' ? await this.ticketsOf(auth, row.hashes) : null;
    return {
      ...itemOf({ auth, accessMode: 'transition', now: this.clock.now() })(row),
      ...(row.identifier_kind === 'phone' && { leads_to_contacts: row.leadsToContacts }),
      ...(row.erasure_result && { erasure: toErasure(row.erasure_result) }),
      ...(supportTickets && { support_tickets: supportTickets }),
      history,
    };
  }

  /** Null if the tenant's store does not answer: the rest of the request is in another store. */
  private async ticketsOf(
    auth: AuthContext,
    hashes: readonly Buffer[],
  ): Promise<CallerRequestDetail['support_tickets'] | null> {
    try {
      return await this.tickets.tickets(auth, hashes);
    } catch (error) {
      if (error instanceof PlatformError && error.entry.status >= 500) return null;
      throw error;
    }
  }

  private async toChange(
    auth: AuthContext,
    requestId: string,
    change: ChangeRow,
  ): Promise<CallerRequestChange> {
    const { status_note_encrypted: sealed } = change;
    const note =
      sealed === null ? null : await this.open(auth, noteAddress(auth, requestId, change.revision), sealed);
    return {
      revision_number: change.revision,
      changed_at_utc: change.changed_at.toISOString(),
      changed_by_kind: change.actor_kind,
      changed_by: change.actor_id,
      ...(change.from_status !== null && { from_status: change.from_status }),
      to_status: change.to_status,
      data_found_state: change.data_found_state,
      ...(change.data_found_count !== null && { data_found_count: change.data_found_count }),
      has_note: sealed !== null,
      ...(note !== null && { status_note: note }),
    };
  }

  /**
   * Null if the note cannot be opened or its key is unavailable: the rest of the history is shown
   * (privacy 3.7).
   */
  private async open(...[auth, place, note]: Parameters<SealedValues['open']>): Promise<string | null> {
    try {
      return await this.sealed.open(auth, place, note);
    } catch (error) {
      if (error instanceof PlatformError) return null;
      throw error;
    }
  }
}

const toErasure = ({ calls, contacts }: ErasureResult): CallerRequestErasure => ({
  erased_calls: calls.erased,
  held_calls: calls.held,
  ...(contacts && { erased_contacts: contacts.erased, held_contacts: contacts.held }),
});
