import { queries } from './queries';
import { uploadList, type OnItsWay } from './upload-list';

interface Destination {
  readonly clientId: string;
  readonly projectId: string;
  readonly sourceId: string;
}

/** The content of a knowledge source that is being uploaded, by the id of the source. */
interface ContentUpload extends OnItsWay {
  readonly to: Destination;
  readonly title: string;
  readonly content: Blob;
}

const uploads = uploadList<ContentUpload>();

/** The contents that are being uploaded, in all projects. */
export const useContentUploads = uploads.useAll;

/** Stops an upload. The source is unchanged. */
export const stopContentUpload = uploads.remove;

/**
 * Uploads the content of a source, replacing an upload in progress. Unlike a ticket's file, it is a
 * single request, which starts again after a fault.
 */
export async function uploadContent(to: Destination, title: string, content: Blob): Promise<void> {
  const { clientId, projectId, sourceId: id } = to;
  uploads.remove(id);
  uploads.add({ id, to, title, content, isSending: true, sentBytes: 0 });
  await uploads.run(id, async (signal) => {
    const { sendSourceContent } = await import('../api/send-content');
    await sendSourceContent({
      path: { project_id: projectId, source_id: id },
      query: { client_id: clientId },
      body: content,
      onProgress: (sentBytes) => uploads.change(id, { sentBytes }),
      signal,
    });
  });
  await queries.invalidateQueries({ queryKey: [{ _id: 'listKnowledgeSources' }] });
}
