import { Button, Group, Paper, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  stopContentUpload,
  uploadContent,
  useContentUploads,
  type ContentUpload,
} from '../../../../data/content-uploads';
import { Refusal } from '../../../../parts/Refusal';
import { useNumbers } from '../../../../texts/numbers';

/** A content on its way, with its progress. */
function OnItsWay({ upload }: { readonly upload: ContentUpload }) {
  const { t } = useTranslation();
  const { size } = useNumbers();
  const { sourceId, title, content, sentBytes, problem } = upload;
  // The browser counts the head of the request, too.
  const sent = Math.min(sentBytes, content.size);
  return (
    <Paper withBorder p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" dir="auto" className="breaks">
          {title}
        </Text>
        <Group gap="xs">
          <Text size="sm" c="dimmed" role="status">
            {t(problem ? 'knowledge.uploads.failed' : 'knowledge.uploads.sending', {
              sent: size(sent),
              total: size(content.size),
            })}
          </Text>
          {problem && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => void uploadContent(upload, title, content)}
            >
              {t('states.retry')}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('knowledge.uploads.stop', { title })}
            onClick={() => stopContentUpload(sourceId)}
          >
            {t('actions.cancel')}
          </Button>
        </Group>
      </Group>
      {!problem && (
        <Progress
          mt={6}
          value={(100 * sent) / content.size}
          animated
          aria-label={t('knowledge.uploads.of', { title })}
        />
      )}
      <Refusal problem={problem} />
    </Paper>
  );
}

/** The contents that this browser sends to the project at the moment. */
export function ContentUploads({ projectId }: { readonly projectId: string }) {
  const own = useContentUploads().filter((it) => it.projectId === projectId);
  return own.map((upload) => <OnItsWay key={upload.sourceId} upload={upload} />);
}
