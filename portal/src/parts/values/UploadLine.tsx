import { Button, Group, Paper, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { OnItsWay } from '../../data/upload-list';
import { useNumbers } from '../../texts/numbers';
import { Refusal } from '../Refusal';

/** A file that is being sent, with its progress. */
export function UploadLine({
  upload: { isSending, sentBytes, problem },
  name,
  bytes,
  onRetry,
  onStop,
}: {
  readonly upload: OnItsWay;
  readonly name: string;
  /** The size of the file. */
  readonly bytes: number;
  readonly onRetry: () => void;
  readonly onStop: () => void;
}) {
  const { t } = useTranslation();
  const { size } = useNumbers();
  // The browser also counts the request's headers, and the last part is shorter.
  const sent = Math.min(sentBytes, bytes);
  const state = problem ? 'failed' : isSending ? 'sending' : 'waiting';
  return (
    <Paper withBorder p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" dir="auto" className="breaks">
          {name}
        </Text>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t(`upload.${state}`, { sent: size(sent), total: size(bytes) })}
          </Text>
          {problem && (
            <Button size="compact-xs" variant="default" onClick={onRetry}>
              {t('states.retry')}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('upload.stop', { name })}
            onClick={onStop}
          >
            {t('actions.cancel')}
          </Button>
        </Group>
      </Group>
      {!problem && (
        <Progress mt={6} value={(100 * sent) / bytes} animated aria-label={t('upload.of', { name })} />
      )}
      <Refusal problem={problem} />
    </Paper>
  );
}
