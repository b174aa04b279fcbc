import { BooleanField, ObjectListField, StringField, TextField } from '../../core/http/fields/field-kinds.js';
import { isNotLonger } from '../../core/http/fields/field-rules.js';
import { MAX_NETWORKS } from './networks.policy.js';

/** The longest network has 43 characters. */
const MAX_NETWORK_LENGTH = 64;

/** One network of a list that is saved. */
export class AllowedNetworkRequest {
  @StringField({
    description: 'An address, or a network in CIDR notation whose host bits are zero.',
    maxLength: MAX_NETWORK_LENGTH,
    example: '203.0.113.0/24',
    also: [isNotLonger(MAX_NETWORK_LENGTH)],
  })
  network!: string;

  @TextField(0, 80, {
    description: 'A label for people.',
    default: '',
    optional: true,
    example: 'Office in Sydney',
  })
  label: string = '';
}

export class IpAllowlistRequest {
  @ObjectListField(
    AllowedNetworkRequest,
    { max: MAX_NETWORKS },
    {
      description: 'The whole list, in any order; empty: every address is allowed.',
    },
  )
  entries!: AllowedNetworkRequest[];

  @BooleanField({
    description: 'Saves the list even if it lacks the address of this request.',
    default: false,
    optional: true,
  })
  force: boolean = false;
}
