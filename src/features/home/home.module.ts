import { Module } from '@nestjs/common';
import { AlertsModule } from '../alerts/alerts.module.js';
import { HomeController } from './overview/home.controller.js';
import { HomeService } from './overview/home.service.js';

@Module({ imports: [AlertsModule], controllers: [HomeController], providers: [HomeService] })
export class HomeModule {}
