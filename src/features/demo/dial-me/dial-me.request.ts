import {
  BooleanField,
  ObjectField,
  PatternField,
  PhoneNumberField,
} from '../../../core/http/fields/field-kinds.js';
import { rule } from '../../../core/http/fields/field-rules.js';
import { RequestField } from '../../../core/http/fields/request-field.js';
import { MAX_PROOF_CHARACTERS, readProof } from '../rules/proof.policy.js';

/** The person's consent (demo 3.3). */
export class DialMeConsentRequest {
  @BooleanField({
    example: true,
    also: [
      rule('consentMissing', (value) => value === true, 'must be true: the demo calls people who agree'),
    ],
  })
  accepted!: boolean;

  @PatternField(/^[0-9a-f]{16}$/, 'must be the consent.version of the challenge', {
    description: 'Version of the text that the person saw.',
    example: '6c1f0a9be2d44c7d',
  })
  version!: string;
}

export class DialMeRequest {
  @PhoneNumberField({ description: 'The number to call.', example: '+61491570156' })
  phone!: string;

  @ObjectField(DialMeConsentRequest)
  consent!: DialMeConsentRequest;

  @RequestField(
    [
      rule(
        'challengeUnsolved',
        (value) => readProof(value) !== null,
        'must be a solved challenge: base64 of the JSON {challenge, solution}, as ALTCHA writes it',
      ),
    ],
    { type: String, maxLength: MAX_PROOF_CHARACTERS },
    {
      description: 'The challenge with its solution, in base64: the payload of ALTCHA.',
      // A shortened example in the form of a solved challenge.
      example:
        'eyJjaGFsbGVuZ2UiOnsicGFyYW1ldGVycyI6eyJub25jZSI6IjVmM2MiLCJkYXRhIjp7ImV4cGlyZXNfYXRfbXMiOjE3ODAwMDAw' +
        'MDAwMDB9fSwic2lnbmF0dXJlIjoiOWFiMSJ9LCJzb2x1dGlvbiI6eyJjb3VudGVyIjo2MTIsImRlcml2ZWRLZXkiOiJjMjdkIn19',
    },
  )
  challenge!: string;
}
