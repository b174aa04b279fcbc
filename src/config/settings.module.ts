import { DynamicModule, Module } from '@nestjs/common';
import { Settings, SETTINGS } from './settings.js';

/** Makes the Settings injectable everywhere as SETTINGS. */
@Module({})
export class SettingsModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [{ provide: SETTINGS, useValue: settings }],
      exports: [SETTINGS],
    };
  }
}
