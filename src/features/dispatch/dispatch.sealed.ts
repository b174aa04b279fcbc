import { sealedDocument, type SealedTable } from '../../core/registry/sealed-table.js';
import { evidenceSealContext } from '../campaigns/rules/eligibility/evidence-blocks.js';
import { singleCallSealContext } from '../campaigns/rules/single-call-seal.js';

export const SEALED_DISPATCHES: readonly SealedTable[] = [
  {
    table: 'outbound_evidence',
    key: ['dispatch_id'],
    columns: {
      blocks: sealedDocument((tenant, { dispatch_id }) => evidenceSealContext(tenant, dispatch_id!)),
    },
  },
  {
    table: 'single_dispatches',
    key: ['dispatch_id'],
    columns: {
      call: sealedDocument((tenant, { dispatch_id }) => singleCallSealContext(tenant, dispatch_id!)),
    },
  },
];
