import { BooleanField, StringField, TextField } from '../../../core/http/fields/field-kinds.js';

const NAME = { description: 'Without personal data.', example: 'Missed calls of the clinic' };
const ADDRESS = {
  description:
    'The path and the query of a page of the portal. The client, and the place in a list, are left out.',
  example: '/calls?range=7&status=missed',
};
const SHARED = {
  description: 'Whether everyone with a role for the client sees it. Roles that may not share: 400.',
};

export class SaveViewRequest {
  @TextField(1, 60, NAME)
  name!: string;

  @TextField(1, 2000, ADDRESS)
  address!: string;

  @BooleanField({ ...SHARED, default: false, optional: true })
  shared: boolean = false;
}

export class ChangeViewRequest {
  @TextField(1, 60, { ...NAME, optional: true })
  name?: string;

  @TextField(1, 2000, { ...ADDRESS, optional: true })
  address?: string;

  @BooleanField({ ...SHARED, optional: true })
  shared?: boolean;
}

/** A malformed id gets the same response as an unknown one: 404. */
export class ViewParams {
  @StringField({ description: 'The view_id of the view, from the list.', format: 'uuid' })
  view_id!: string;
}
