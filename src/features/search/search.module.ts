import { Module } from '@nestjs/common';
import { ThingsController } from './things/things.controller.js';
import { ThingsService } from './things/things.service.js';

@Module({ controllers: [ThingsController], providers: [ThingsService] })
export class SearchModule {}
