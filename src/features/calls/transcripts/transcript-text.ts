import { Cooperative } from '../../../core/shared/cooperative.js';
import { transcriptText, type Transcript } from './transcript-text.policy.js';

// The number of characters to encode at once; a single line may have ten thousand.
const CHUNK = 64 * 1024;

/** The transcript as a text file in UTF-8, of up to some 10 MiB, made in slices. */
export async function transcriptTextFile(transcript: Transcript): Promise<Buffer> {
  const slices = new Cooperative();
  const chunks: Buffer[] = [];
  let text = '';
  for (const line of transcriptText(transcript)) {
    text += line;
    if (text.length < CHUNK) continue;
    chunks.push(Buffer.from(text));
    text = '';
    await slices.yieldToEventLoop();
  }
  return Buffer.concat([...chunks, Buffer.from(text)]);
}
