import { Module } from '@nestjs/common';
import { HomeController } from './overview/home.controller.js';
import { HomeService } from './overview/home.service.js';

@Module({ controllers: [HomeController], providers: [HomeService] })
export class HomeModule {}
