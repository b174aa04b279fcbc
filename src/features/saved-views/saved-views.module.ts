import { Module } from '@nestjs/common';
import { SavedViewsController } from './views/views.controller.js';
import { SavedViewsService } from './views/views.service.js';

@Module({ controllers: [SavedViewsController], providers: [SavedViewsService] })
export class SavedViewsModule {}
