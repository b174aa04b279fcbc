import { Module } from '@nestjs/common';
import { UnlockLooks } from './looks/unlock-looks.service.js';

/** The part of unlocks that calls need. It is a separate module, because unlocks need calls. */
@Module({ providers: [UnlockLooks], exports: [UnlockLooks] })
export class UnlockLooksModule {}
