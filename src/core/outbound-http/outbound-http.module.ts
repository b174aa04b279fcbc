import { Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { OutboundHttp } from './outbound-http.js';

@Global()
@Module({
  providers: [
    {
      provide: OutboundHttp,
      inject: [SETTINGS],
      useFactory: ({ outbound }: Settings) => new OutboundHttp(outbound),
    },
  ],
  exports: [OutboundHttp],
})
export class OutboundHttpModule {}
