import { ApiProperty } from '@nestjs/swagger';

/** A public key (RFC 7517). */
export class SigningKeyItem {
  @ApiProperty({ example: 'EC' }) kty!: string;
  @ApiProperty({ example: 'P-256' }) crv!: string;
  @ApiProperty() x!: string;
  @ApiProperty() y!: string;
  @ApiProperty({ format: 'uuid', description: 'The `kid` in the header of its tokens.' }) kid!: string;
  @ApiProperty({ example: 'ES256' }) alg!: string;
  @ApiProperty({ example: 'sig' }) use!: string;
}

/** The keys of all tokens that may be valid. */
export class KeySetResponse {
  @ApiProperty({ type: [SigningKeyItem] }) keys!: SigningKeyItem[];
}
