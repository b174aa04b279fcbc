/**
 * Data of one of the tenant's callers was erased, as far as possible. Published in the transaction
 * of the metadata store that records it.
 */
export class CallerErased {
  constructor(readonly requestId: string) {}
}
