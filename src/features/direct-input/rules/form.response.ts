import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';
import { fieldSchema, type FormField } from './form.policy.js';
import type { PublicKey } from './link-token.policy.js';
import { pointSchema } from './public-key.policy.js';
import { schemaProperty } from './schema-property.js';

/** The questions of a page, and the key that encrypts the answers. */
export class FormResponse {
  @ApiProperty({ type: 'array', items: JSON.parse(JSON.stringify(fieldSchema)) as object })
  fields!: readonly FormField[];

  @Field(
    'The key of the runtime. To verify it, compare it with the second half of the token, which is bound to it.',
    {
      ...schemaProperty(pointSchema),
      example: {
        kty: 'EC',
        crv: 'P-256',
        x: 'weNJy2HscCSM6AEDTDg04biOvhFhyyWvOHQfeF_PxMQ',
        y: 'e8lnCO-AlStT-NJVX-crhB7QRYhiix03illJOVAOyck',
      },
    },
  )
  public_key!: PublicKey;

  @Field('The business that asks the questions.', { example: 'Acme Dental' })
  business_name!: string;

  @ApiProperty({ format: 'date-time', example: '2026-10-31T04:17:09.000Z' })
  expires_at_utc!: string;

  @Field('Language of the page.', { example: 'en-AU' })
  locale!: string;
}

/** Confirms that the answers were received. */
export class AnswersReceivedResponse {
  @ApiProperty({ enum: ['received'] })
  status!: 'received';
}
