import { Module } from '@nestjs/common';

/** Outbound campaigns: whom to call, what allows it, and how far it has come. */
@Module({})
export class OutboundCampaignsModule {}
