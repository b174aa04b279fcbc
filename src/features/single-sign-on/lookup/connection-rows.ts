import { placeIn } from '../../../core/registry/sealed-table.js';

/** One address for both secrets: a test moves the sealed value between columns. */
export const placeOfSecret = placeIn('sso_connections', 'secret_encrypted');

export const placeOfTest = placeIn('sso_connections', 'test_encrypted');
