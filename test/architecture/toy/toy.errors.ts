import { errorEntry } from '../../../src/core/shared/catalogue.js';

export const TOY_ERRORS = { limit: errorEntry('toy_limit', 409, 'The shelf is full.') };
