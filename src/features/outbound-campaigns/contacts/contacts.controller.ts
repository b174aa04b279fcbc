import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import type { AuthContext } from '../../../core/kernel/auth-context.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { READERS } from '../rules/callers.js';
import { ContactListRequest } from './contacts.request.js';
import { ContactListResponse } from './contacts.response.js';
import { ContactListService } from './contacts.service.js';

/** campaigns section 3. */
@ApiTags('Outbound campaigns')
@Controller('v1/outbound-campaigns/:campaign_id/contacts')
export class ContactListController {
  constructor(private readonly contacts: ContactListService) {}

  @Get()
  @Access(READERS)
  @ApiOperation({ summary: 'Contacts of a campaign, masked, page by page.' })
  @ApiOkResponse({ type: ContactListResponse })
  listCampaignContacts(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() request: ContactListRequest,
  ): Promise<ContactListResponse> {
    return this.contacts.list(auth, campaignId, request);
  }
}
