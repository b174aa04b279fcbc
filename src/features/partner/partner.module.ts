import { Module } from '@nestjs/common';
import { PartnerMeController } from './me/me.controller.js';

@Module({ controllers: [PartnerMeController] })
export class PartnerModule {}
