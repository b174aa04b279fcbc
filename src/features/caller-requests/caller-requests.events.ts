/**
 * Data of a caller of the tenant was erased, or as much of it as could be. Published in the
 * transaction of the metadata store that records it.
 */
export class CallerErased {
  constructor(readonly requestId: string) {}
}
