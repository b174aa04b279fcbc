import { Global, Module } from '@nestjs/common';
import { SETTINGS, settingsOf, type Settings } from '../../config/settings.js';
import { Clock } from '../time/clock.js';
import { ClamdEngine } from './clamd-engine.js';
import { EicarEngine } from './eicar-engine.js';
import type { ScanEngine } from './scan-engine.js';
import { Scanner } from './scanner.js';
import { SCANNER_SETTINGS } from './scanner.settings.js';

@Global()
@Module({
  providers: [
    {
      provide: Scanner,
      inject: [SETTINGS, Clock],
      useFactory: (settings: Settings, clock: Clock) => new Scanner(engineOf(settings), clock),
    },
  ],
  exports: [Scanner],
})
export class ScannerModule {}

function engineOf(settings: Settings): ScanEngine | null {
  const { SCANNER: scanner, CLAMD_ADDRESS: address } = settingsOf(settings, SCANNER_SETTINGS);
  if (scanner === 'eicar') return new EicarEngine();
  return scanner === 'clamd' && address ? new ClamdEngine(address) : null;
}
