import { Module } from '@nestjs/common';
import { IpAllowlistController } from './ip-allowlist.controller.js';
import { IpAllowlistService } from './ip-allowlist.service.js';

/** From where a client may be used. */
@Module({ controllers: [IpAllowlistController], providers: [IpAllowlistService] })
export class IpAllowlistModule {}
