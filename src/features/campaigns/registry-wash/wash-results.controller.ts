import { Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { CSV_BYTES, MAX_ROWS } from '../contact-rows/csv-rows.js';
import { KEYED, WRITERS } from '../rules/callers.js';
import { WASH_RESULTS } from './wash-results.policy.js';
import { WashResultsBody, WashResultsFile, WashResultsQuery } from './wash-results.request.js';
import { WashResultsResponse } from './wash-results.response.js';
import { WashResultsService } from './wash-results.service.js';

/** campaigns 7.7 to 7.12. */
@Routes('v1/outbound-campaigns/:campaign_id/registry-wash-results', 'Outbound campaigns')
export class WashResultsController {
  constructor(private readonly results: WashResultsService) {}

  @Post()
  @Access({ ...WRITERS, body: { bytes: CSV_BYTES, types: ['text/csv'], raw: true, tooLarge: 422 } })
  @Idempotent({
    operation: 'outbound_campaigns.record_wash_results',
    required: true,
    ...KEYED,
    dryRun: 'dry_run',
  })
  @Operation(
    "Imports a register's results for the numbers of a campaign.",
    'Each number is matched with the contacts by its keyed hash; matching contacts get the status, its ' +
      'date and the wash, and are evaluated again. Errors are listed by row; a file with a wrong header or ' +
      'encoding is refused completely.',
  )
  @ApiConsumes('text/csv')
  @ApiBody({
    schema: {
      type: 'string',
      maxLength: CSV_BYTES,
      description:
        `A header, number,status, and up to ${MAX_ROWS} rows. A number is E.164; a status is one of ` +
        `${WASH_RESULTS.join(', ')}.`,
      example: 'number,status\r\n+61491570156,not_listed\r\n+61491570157,listed\r\n',
    },
  })
  @Answers(WashResultsResponse)
  recordRegistryWashResults(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() { registry_wash_record_id: recordId, dry_run: dryRun }: WashResultsQuery,
    @WashResultsFile() { bytes: file }: WashResultsBody,
    @Reserved() reservation: Reservation | null,
  ): Promise<WashResultsResponse> {
    const isDryRun = dryRun === 'true';
    return this.results.record(auth, campaignId, { recordId, file, isDryRun, reservation });
  }
}
