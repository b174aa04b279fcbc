import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { OutboundCalls } from '../../calls/lookup/outbound-calls.service.js';
import type { CliSummary } from '../../campaigns/rules/eligibility/contact-facts.js';
import {
  evidenceSealContext,
  type EvidenceBlocks,
} from '../../campaigns/rules/eligibility/evidence-blocks.js';
import { EVIDENCE_OF_CALL } from './evidence.queries.js';
import type { OutboundEvidenceResponse } from './evidence.response.js';

interface EvidenceRow {
  readonly dispatch_id: string;
  readonly policy_source: string;
  readonly policy_version: string;
  readonly call_type: string;
  readonly jurisdiction: string;
  readonly blocks: Readonly<Record<string, unknown>>;
}

type ShownBlocks = Omit<EvidenceBlocks, 'cli_summary'> & {
  readonly cli_summary: Omit<CliSummary, 'authorizer_name'> & Partial<CliSummary>;
};

/** The authorizer's name is null if it is sealed and cannot be opened. */
const NOBODY = { authorizer_name: null } as const;

/** Shows why an outbound call was permitted (dispatch section 6). */
@Injectable()
export class EvidenceService {
  constructor(
    private readonly calls: OutboundCalls,
    private readonly sealed: SealedValues,
  ) {}

  /** @throws 404 for a call that the caller cannot see, 503 */
  async show(auth: AuthContext, callId: string): Promise<OutboundEvidenceResponse> {
    const found = await this.calls.read(auth, callId, async (db, call) => {
      const [row] = call.isOutbound
        ? await db.query<EvidenceRow>(EVIDENCE_OF_CALL, [call.callId, call.projectId])
        : [];
      return { call, row };
    });
    if (found === null) throw notFound();
    const { call, row } = found;
    const ids = { call_id: call.callId, project_id: call.projectId };
    if (!call.isOutbound) return { ...ids, evidence_status: 'not_outbound' };
    if (!row) return { ...ids, evidence_status: 'not_recorded' };
    const place = evidenceSealContext(auth, row.dispatch_id);
    const blocks = (await this.sealed.showDocument(auth, place, row.blocks)) as unknown as ShownBlocks;
    return {
      ...ids,
      evidence_status: 'recorded',
      policy_source: row.policy_source,
      policy_version: row.policy_version,
      call_type: row.call_type,
      jurisdiction: row.jurisdiction,
      ...blocks,
      cli_summary: { ...NOBODY, ...blocks.cli_summary },
    };
  }
}
