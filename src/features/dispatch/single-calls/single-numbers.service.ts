import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { DialledNumbers } from '../../dialling/numbers/dialled-numbers.service.js';
import { OptOuts, type SuppressedNumber } from '../../campaigns/lookup/opt-outs.service.js';

/** The numbers of single calls. */
@Injectable()
export class SingleNumbers {
  constructor(
    private readonly dialled: DialledNumbers,
    private readonly optOuts: OptOuts,
  ) {}

  /**
   * The number as suppressions know it.
   * @throws 422 where it is not dialled (dispatch 8.1); 503
   */
  async read(auth: AuthContext, number: string): Promise<SuppressedNumber> {
    await this.dialled.require(auth, number);
    return this.optOuts.numberOf(auth, number);
  }
}
