import { Global, Module } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config/settings.js';
import { OutboundHttp } from './outbound-http.js';
import { TextRecords } from './text-records.js';

@Global()
@Module({
  providers: [
    {
      provide: OutboundHttp,
      inject: [SETTINGS],
      useFactory: ({ outbound }: Settings) => new OutboundHttp(outbound),
    },
    {
      provide: TextRecords,
      inject: [SETTINGS],
      useFactory: ({ outbound }: Settings) => new TextRecords(outbound.nameServers),
    },
  ],
  exports: [OutboundHttp, TextRecords],
})
export class OutboundHttpModule {}
