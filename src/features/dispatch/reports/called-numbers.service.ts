import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound, PlatformError } from '../../../core/shared/platform-error.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantStores } from '../../../core/database/stores/tenant-stores.js';
import { OptOuts, type SuppressedNumber } from '../../campaigns/lookup/opt-outs.service.js';
import { contactSealContext } from '../../campaigns/rules/contact-seal.js';
import { singleCallSealContext } from '../../campaigns/rules/single-call-seal.js';
import type { SingleCall } from '../../campaigns/contact-rows/single-call.policy.js';
import { DISPATCHES_BY_ID } from '../lookup/report.queries.js';
import type { OpenDispatch } from '../rules/reported-dispatch.js';
import { TAKEN_SINGLES } from '../lookup/single.queries.js';

export interface CalledNumber {
  readonly projectId: string;
  readonly number: SuppressedNumber;
}

interface TakenCall {
  readonly dispatchId: string;
  readonly projectId: string;
  readonly call: Readonly<Record<string, unknown>>;
}

/** Numbers of people who do not want to be called, or who are not the intended people. */
@Injectable()
export class CalledNumbers {
  constructor(
    private readonly stores: TenantStores,
    private readonly optOuts: OptOuts,
    private readonly sealed: SealedValues,
  ) {}

  /**
   * The numbers of these dispatches; read before the transaction that suppresses them, because keys
   * may have to be fetched.
   * @returns for each dispatch its number, or the error: 404 for another tenant's dispatch, 503 if
   *   the number cannot be opened. A person who has been erased has no number to suppress (dispatch
   *   3.5), and the map omits the dispatch
   * @throws 503 if the store does not answer
   */
  async of(
    auth: AuthContext,
    dispatchIds: readonly string[],
  ): Promise<ReadonlyMap<string, CalledNumber | PlatformError>> {
    if (dispatchIds.length === 0) return new Map();
    const [ofCampaigns, singles] = await this.stores.read(auth, async (db) => [
      await db.query<OpenDispatch>(DISPATCHES_BY_ID, [dispatchIds]),
      await db.query<TakenCall>(TAKEN_SINGLES, [dispatchIds]),
    ]);
    const numbers = new Map<string, CalledNumber | PlatformError>(dispatchIds.map((id) => [id, notFound()]));
    const keep = async (of: TakenCall | OpenDispatch, opened: () => Promise<string>): Promise<void> => {
      numbers.set(of.dispatchId, await this.numberOf(auth, of.projectId, opened));
    };
    for (const one of ofCampaigns) {
      if (one.phoneEncrypted.length === 0) {
        numbers.delete(one.dispatchId);
        continue;
      }
      const place = contactSealContext(auth, one.contactId, 'phone_encrypted');
      await keep(one, () => this.sealed.open(auth, place, one.phoneEncrypted));
    }
    for (const one of singles) {
      if (Object.keys(one.call).length === 0) {
        numbers.delete(one.dispatchId);
        continue;
      }
      const place = singleCallSealContext(auth, one.dispatchId);
      await keep(one, async () => {
        const opened = await this.sealed.openDocument(auth, place, one.call);
        return (opened as unknown as SingleCall).contact.to_number;
      });
    }
    return numbers;
  }

  private async numberOf(
    auth: AuthContext,
    projectId: string,
    opened: () => Promise<string>,
  ): Promise<CalledNumber | PlatformError> {
    try {
      return { projectId, number: await this.optOuts.numberOf(auth, await opened()) };
    } catch (error) {
      // It does not prevent reports of other dispatches.
      if (error instanceof PlatformError) return error;
      throw error;
    }
  }
}
