import { ClientChoice } from '../../../core/http/client-choice.request.js';

/** Query of the downloads of a transcript. */
export class TranscriptRequest extends ClientChoice {}
