import { ClientChoice } from '../../../core/http/client-choice.request.js';

/** Query of every route of a section. */
export class SectionQuery extends ClientChoice {}
