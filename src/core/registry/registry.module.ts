import { DynamicModule, Module } from '@nestjs/common';
import { Registry } from './registry.js';

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
