import { Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { OutboundHttp } from './outbound-http.js';

/** The one way to addresses of others, for every feature. */
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
