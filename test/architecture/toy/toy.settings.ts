import { whole } from '../../../src/config/validators.js';

export const TOY_SETTINGS = {
  MOST_TOYS: whole(1, 9)({ default: 3, desc: 'Toys that a client may have.', example: '3' }),
};
