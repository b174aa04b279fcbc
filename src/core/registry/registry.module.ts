import { DynamicModule, Module } from '@nestjs/common';
import { Registry } from './registry.js';

/** Makes the Registry injectable everywhere. */
@Module({})
export class RegistryModule {
  static with(registry: Registry): DynamicModule {
    return {
      module: RegistryModule,
      global: true,
      providers: [{ provide: Registry, useValue: registry }],
      exports: [Registry],
    };
  }
}
