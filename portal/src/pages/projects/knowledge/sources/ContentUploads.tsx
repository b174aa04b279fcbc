import { lazy, Suspense } from 'react';
import { stopContentUpload, uploadContent, useContentUploads } from '../../../../data/content-uploads';

const UploadLine = lazy(async () => ({
  default: (await import('../../../../parts/values/UploadLine')).UploadLine,
}));

/** The contents that this browser is currently sending to the project. */
export function ContentUploads({ projectId }: { readonly projectId: string }) {
  const own = useContentUploads().filter(({ to }) => to.projectId === projectId);
  return own.map((upload) => {
    const { id, to, title, content } = upload;
    return (
      <Suspense key={id}>
        <UploadLine
          upload={upload}
          name={title}
          bytes={content.size}
          onRetry={() => void uploadContent(to, title, content)}
          onStop={() => stopContentUpload(id)}
        />
      </Suspense>
    );
  });
}
