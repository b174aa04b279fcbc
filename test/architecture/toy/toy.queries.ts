import type { NamedQuery } from '../../../src/core/database/unit-of-work/named-query.js';

export const TOYS: NamedQuery = {
  name: 'toys',
  text: 'SELECT count(*)::integer AS toys FROM toys WHERE client_id = $1 AND data_env = $2',
};
