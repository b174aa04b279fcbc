import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../core/http/fields/field.decorators.js';

export class SavedView {
  @ApiProperty({ format: 'uuid' })
  view_id!: string;

  @ApiProperty({ example: 'Missed calls of the clinic' })
  name!: string;

  @Field('The path and the query of a page of the portal, without the client.', {
    example: '/calls?range=7&status=missed',
  })
  address!: string;

  @Field('Whether everyone with a role for the client sees it.', { example: false })
  shared!: boolean;

  @Field('Whether you may change and delete it.', { example: true })
  may_change!: boolean;

  @Field('For If-Match; another one after each change.', { example: '5f0c1b7e9a2d4c6e8b1a3f57' })
  etag!: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T10:15:00.000Z' })
  updated_at_utc!: string;

  @Field('The user id of the person who saved or changed it last.', {
    example: '01a1fc1b-628c-7fa9-95cc-33a6952135bb',
  })
  updated_by!: string;
}

export class SavedViewsResponse {
  @Field('Your own views of this client, and those that are shared, by name.', { type: [SavedView] })
  items!: readonly SavedView[];

  @Field('Whether your role may share views.', { example: true })
  may_share!: boolean;
}

export class DeletedViewResponse {
  @ApiProperty({ format: 'uuid' })
  view_id!: string;

  @ApiProperty({ enum: [true] })
  deleted!: true;
}
