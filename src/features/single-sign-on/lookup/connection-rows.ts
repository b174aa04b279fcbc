import { placeIn } from '../../../core/registry/sealed-table.js';

/** Both secrets are sealed for the same place, because a test moves the sealed value between columns. */
export const placeOfSecret = placeIn('sso_connections', 'secret_encrypted');

export const placeOfTest = placeIn('sso_connections', 'test_encrypted');
