import { placeIn } from '../../../core/registry/sealed-table.js';

/** The address that seals the attributes of a person. */
export const placeOfUser = placeIn('directory_users', 'attributes_sealed');
