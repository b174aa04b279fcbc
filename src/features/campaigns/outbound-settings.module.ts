import { Module } from '@nestjs/common';
import { OutboundSettingsController } from './outbound-settings/outbound-settings.controller.js';
import { OutboundSettingsService } from './outbound-settings/outbound-settings.service.js';

/** A client's decisions about all of its outbound calls. */
@Module({ controllers: [OutboundSettingsController], providers: [OutboundSettingsService] })
export class OutboundSettingsModule {}
