import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { DialledNumbers } from '../../dialling/numbers/dialled-numbers.service.js';
import { OptOuts, type SuppressedNumber } from '../../campaigns/lookup/opt-outs.service.js';

@Injectable()
export class SingleNumbers {
  constructor(
    private readonly dialled: DialledNumbers,
    private readonly optOuts: OptOuts,
  ) {}

  /**
   * The number in the form of suppressions.
   * @param returnNumber the callback number; null without one
   * @throws 422 if one of them may not be dialled (dispatch 8.1, 8.4); 503
   */
  async read(auth: AuthContext, number: string, returnNumber: string | null): Promise<SuppressedNumber> {
    await this.dialled.require(auth, { to_number: number, 'compliance.cli_return_number': returnNumber });
    return this.optOuts.numberOf(auth, number);
  }
}
