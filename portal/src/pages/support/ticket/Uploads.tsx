import { Button, Group, Paper, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { cancelUpload, retryUpload, useUploads, type Upload } from '../../../data/uploads';
import { Refusal } from '../../../parts/Refusal';
import { useNumbers } from '../../../texts/numbers';

/** A file on its way, with its progress by parts. */
function OnItsWay({ upload }: { readonly upload: Upload }) {
  const { t } = useTranslation();
  const { size } = useNumbers();
  const { file, state, problem } = upload;
  const sent = Math.min(upload.sentBytes, file.size);
  return (
    <Paper withBorder p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" dir="auto" className="breaks">
          {file.name}
        </Text>
        <Group gap="xs">
          <Text size="sm" c="dimmed" role="status">
            {t(`ticket.upload.${state}`, { sent: size(sent), total: size(file.size) })}
          </Text>
          {state === 'failed' && (
            <Button size="compact-xs" variant="default" onClick={() => retryUpload(upload)}>
              {t('states.retry')}
            </Button>
          )}
          <Button size="compact-xs" variant="default" onClick={() => void cancelUpload(upload)}>
            {t('actions.cancel')}
          </Button>
        </Group>
      </Group>
      {state !== 'failed' && (
        <Progress
          mt={6}
          value={(100 * sent) / file.size}
          animated
          aria-label={t('ticket.uploadOf', { name: file.name })}
        />
      )}
      <Refusal problem={problem} />
    </Paper>
  );
}

/** The files that this browser sends to the ticket at the moment. */
export function Uploads({ ticketId }: { readonly ticketId: string }) {
  const own = useUploads().filter(({ to }) => to.ticketId === ticketId);
  return own.map((upload) => <OnItsWay key={upload.id} upload={upload} />);
}
