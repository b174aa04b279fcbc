import { Get, Param, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CallIdParams } from '../lookup/call-id.request.js';
import { InlinePreviewResponse } from './inline-preview.response.js';
import { InlinePreviewService } from './inline-preview.service.js';
import { ClientChoice } from '../../../core/http/fields/client-choice.request.js';
import { ANALYTICS_READERS } from '../../../core/shared/roles.js';

/** calls section 15. */
@Routes('v1/calls/:call_id/inline-preview', 'Calls')
export class InlinePreviewController {
  constructor(private readonly previews: InlinePreviewService) {}

  @Get()
  @Access({ scopes: ANALYTICS_READERS, client: 'query', surface: 'general' })
  @Operation('Shows the summary of a call and the beginning of its redacted transcript.')
  @Answers(InlinePreviewResponse)
  previewCall(
    @Auth() auth: AuthContext,
    @Param() { call_id: callId }: CallIdParams,
    @Query() _query: ClientChoice,
  ): Promise<InlinePreviewResponse> {
    return this.previews.preview(auth, callId);
  }
}
