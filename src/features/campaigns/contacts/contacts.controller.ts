import { Get, Param, Query } from '@nestjs/common';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { READERS } from '../rules/callers.js';
import { ContactListRequest } from './contacts.request.js';
import { ContactListResponse } from './contacts.response.js';
import { ContactListService } from './contacts.service.js';

/** campaigns section 3. */
@Routes('v1/outbound-campaigns/:campaign_id/contacts', 'Outbound campaigns')
export class ContactListController {
  constructor(private readonly contacts: ContactListService) {}

  @Get()
  @Access(READERS)
  @Operation('Lists the contacts of a campaign, masked.')
  @Answers(ContactListResponse)
  listCampaignContacts(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() request: ContactListRequest,
  ): Promise<ContactListResponse> {
    return this.contacts.list(auth, campaignId, request);
  }
}
