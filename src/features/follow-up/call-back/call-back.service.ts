import { Injectable } from '@nestjs/common';
import { PiiPermissions } from '../../../core/privacy/pii/pii-permissions.service.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { notFound } from '../../../core/shared/platform-error.js';
import { PORTAL_ROLES } from '../../../core/shared/roles.js';
import { CallLookup } from '../../call-records/lookup/call-lookup.service.js';
import { NamesService } from '../../people/names/names.service.js';
import type { CallBackResponse } from './call-back.response.js';

/** Says who may call back, to people who may not (follow-up section 7). */
@Injectable()
export class CallBackService {
  constructor(
    private readonly calls: CallLookup,
    private readonly permissions: PiiPermissions,
    private readonly names: NamesService,
  ) {}

  /** @throws 404 for a call that this caller cannot see, 503 */
  async show(auth: AuthContext, callId: string): Promise<CallBackResponse> {
    const call = await this.calls.find(auth, callId);
    if (call === null) throw notFound();
    const roles = await this.permissions.rolesWithNumber(auth, PORTAL_ROLES, call.projectId);
    return { call_id: callId, roles, people: await this.names.withRoles(auth, roles, call.projectId) };
  }
}
