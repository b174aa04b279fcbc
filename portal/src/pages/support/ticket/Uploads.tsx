import { cancelUpload, retryUpload, useUploads } from '../../../data/uploads';
import { UploadLine } from '../../../parts/values/UploadLine';

/** The files that this browser is currently sending to the ticket. */
export function Uploads({ ticketId }: { readonly ticketId: string }) {
  const own = useUploads().filter(({ to }) => to.ticketId === ticketId);
  return own.map((upload) => (
    <UploadLine
      key={upload.id}
      upload={upload}
      name={upload.file.name}
      bytes={upload.file.size}
      onRetry={() => retryUpload(upload)}
      onStop={() => void cancelUpload(upload)}
    />
  ));
}
