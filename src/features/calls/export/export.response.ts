import { ApiProperty } from '@nestjs/swagger';

/** The response to an export that matches no calls. */
export class ExportEmptyResponse {
  @ApiProperty({ enum: ['EXPORT_EMPTY'], example: 'EXPORT_EMPTY' })
  code!: 'EXPORT_EMPTY';

  @ApiProperty({ example: 'No call matches this export.' })
  message!: string;

  @ApiProperty({ example: 'calls.export.messages.empty' })
  messageKey!: string;
}
