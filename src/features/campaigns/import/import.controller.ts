import { Param, Post, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { Access, Auth } from '../../../core/auth/access.decorator.js';
import { Answers, Operation, Routes } from '../../../core/http/operation.decorator.js';
import { Idempotent, Replayed, Reserved } from '../../../core/idempotency/idempotent.decorator.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { CATALOGUE } from '../../../core/shared/catalogue.js';
import type { Reservation } from '../../../core/database/unit-of-work/reservation.js';
import { CampaignParams } from '../lookup/campaign-id.request.js';
import { CAMPAIGN_ERRORS } from '../campaigns.errors.js';
import { CSV_BYTES } from '../contact-rows/csv-rows.js';
import { DryRunQuery } from '../contact-rows/dry-run.request.js';
import { KEYED, WRITERS } from '../rules/callers.js';
import { ContactImportService } from './contact-import.service.js';
import { CsvImportBody, ImportBody, JsonImportBody } from './import.request.js';
import { CsvImportResponse, JsonImportResponse } from './import.response.js';
import { CSV_SCHEMA, JSON_SCHEMA } from './import.schema.js';

// 5,000 contacts of 1.6 KB: every column and some personalization.
const JSON_BYTES = 8 * 1024 * 1024;

const IMPORTERS = { ...WRITERS, errors: [CAMPAIGN_ERRORS.invalidState, CATALOGUE.conflict] };
// The stored part of a response is the sender's name for the import, which contains nothing about a
// person.
const EACH_CAMPAIGN = {
  ...KEYED,
  resource: 'campaign_id',
  dryRun: 'dry_run',
  answersReplays: true,
  plainAnswer: true,
};

/** campaigns section 4. */
@Routes('v1/outbound-campaigns/:campaign_id/contacts', 'Outbound campaigns')
export class ContactImportController {
  constructor(private readonly imports: ContactImportService) {}

  @Post('import')
  @Access({ ...IMPORTERS, body: { bytes: CSV_BYTES, types: ['text/csv'], raw: true, tooLarge: 422 } })
  @Idempotent({ ...EACH_CAMPAIGN, operation: 'outbound-campaigns.import', required: true })
  @Operation(
    'Imports contacts from CSV.',
    'Valid rows are imported, errors are listed by row; a file with a wrong header or encoding is ' +
      'refused completely. Existing contacts are updated by their external_contact_id. A retry with the ' +
      'same key does nothing and returns counts of 0 and the current campaign.',
  )
  @ApiConsumes('text/csv')
  @ApiBody({ schema: CSV_SCHEMA })
  @Answers(CsvImportResponse)
  importContacts(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() { dry_run: dryRun }: DryRunQuery,
    @CsvImportBody() body: ImportBody,
    @Reserved() reservation: Reservation | null,
    @Replayed() replayed: unknown,
  ): Promise<CsvImportResponse> {
    return this.imports.import(auth, campaignId, body, {
      reservation,
      isDryRun: dryRun === 'true',
      replayed,
    });
  }

  @Post('import-json')
  @Access({ ...IMPORTERS, body: { bytes: JSON_BYTES, types: ['application/json'], raw: true } })
  @Idempotent({ ...EACH_CAMPAIGN, operation: 'outbound-campaigns.import-json', required: true })
  @Operation(
    'Imports contacts from JSON.',
    'The rules are those of CSV; every contact has an external_contact_id, and every value is a string.',
  )
  @ApiConsumes('application/json')
  @ApiBody({ schema: JSON_SCHEMA })
  @Answers(JsonImportResponse)
  async importContactsFromJson(
    @Auth() auth: AuthContext,
    @Param() { campaign_id: campaignId }: CampaignParams,
    @Query() { dry_run: dryRun }: DryRunQuery,
    @JsonImportBody() body: ImportBody,
    @Reserved() reservation: Reservation | null,
    @Replayed() replayed: unknown,
  ): Promise<JsonImportResponse> {
    const order = { reservation, isDryRun: dryRun === 'true', replayed };
    return (await this.imports.import(auth, campaignId, body, order)) as JsonImportResponse;
  }
}
