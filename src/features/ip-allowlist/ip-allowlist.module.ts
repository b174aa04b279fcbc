import { Module } from '@nestjs/common';
import { IpAllowlistController } from './ip-allowlist.controller.js';
import { IpAllowlistService } from './ip-allowlist.service.js';
import { AllowlistExport } from './account-export/ip-allowlist.export.js';

/** The networks from which a client may be used. */
@Module({ controllers: [IpAllowlistController], providers: [AllowlistExport, IpAllowlistService] })
export class IpAllowlistModule {}
