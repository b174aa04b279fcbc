import { Get, Param, Query } from '@nestjs/common';
import { StringField } from '../../../core/http/fields/field-kinds.js';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { READERS } from '../../campaigns/rules/callers.js';
import { OutboundEvidenceResponse } from './evidence.response.js';
import { EvidenceService } from './evidence.service.js';

/** The call whose evidence is requested. */
export class EvidenceParams {
  @StringField({ description: 'The call.' })
  call_id!: string;
}

/** dispatch section 6. */
@Routes('v1/compliance/calls/:call_id/outbound-evidence', 'Outbound campaigns')
export class EvidenceController {
  constructor(private readonly evidence: EvidenceService) {}

  @Get()
  @Access({ ...READERS, scopes: [...READERS.scopes, 'client_admin'] })
  @Operation(
    'Shows why an outbound call was permitted.',
    'Stored as of the decision. A call that was not dialled for a campaign is `not_recorded`, an inbound one ' +
      '`not_outbound`.',
  )
  @Answers(OutboundEvidenceResponse)
  getOutboundEvidence(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId }: EvidenceParams,
    @Query() _query: ClientChoice,
  ): Promise<OutboundEvidenceResponse> {
    return this.evidence.show(auth, callId);
  }
}
