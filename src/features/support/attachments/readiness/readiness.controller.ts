import { Get, Query } from '@nestjs/common';
import { Access, Auth } from '../../../../core/auth/access.decorator.js';
import { ClientChoice } from '../../../../core/http/fields/client-choice.request.js';
import { Answers, Operation, Routes } from '../../../../core/http/operation.decorator.js';
import { Scanner } from '../../../../core/scanner/scanner.js';
import type { AuthContext } from '../../../../core/shared/auth-context.js';
import { PEOPLE } from '../../rules/callers.js';
import { SupportLimit } from '../../rules/limits.js';
import { SUPPORT_ERRORS } from '../../support.errors.js';
import { ATTACHMENT_KINDS } from '../rules/attachment-kinds.js';
import { MAX_FILE_BYTES } from '../rules/attachment-limits.js';
import { AttachmentReadinessResponse } from './readiness.response.js';

/** support-attachments 1.3. */
@Routes('v1/support/attachments/readiness', 'Support')
export class AttachmentReadinessController {
  constructor(private readonly scanner: Scanner) {}

  @Get()
  @Access({ ...PEOPLE, errors: [SUPPORT_ERRORS.limitReached] })
  @SupportLimit('attachment_readiness', 60)
  @Operation('Says whether files are accepted now, and which.')
  @Answers(AttachmentReadinessResponse)
  async getAttachmentReadiness(
    @Auth() _auth: AuthContext,
    @Query() _query: ClientChoice,
  ): Promise<AttachmentReadinessResponse> {
    return {
      state: (await this.scanner.fault()) === null ? 'ready' : 'unavailable',
      max_bytes: MAX_FILE_BYTES,
      types: Object.values(ATTACHMENT_KINDS),
    };
  }
}
