import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { previewCallOptions } from '../../api/generated/@tanstack/react-query.gen';
import { Part } from '../../parts/States';

/** The beginning of a transcript, shown when a person asks for it, and the whole one as a file. */
export function Transcript({ callId }: { readonly callId: string }) {
  const { t } = useTranslation();
  const [isAsked, setAsked] = useState(false);
  const preview = useQuery({ ...previewCallOptions({ path: { call_id: callId } }), enabled: isAsked });
  const address = `/api/v1/calls/${encodeURIComponent(callId)}`;
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm" c="dimmed">
        {t('calls.transcriptLook')}
      </Text>
      {!isAsked && (
        <Button size="xs" variant="default" onClick={() => setAsked(true)}>
          {t('calls.showTranscript')}
        </Button>
      )}
      {isAsked && (
        <Part query={preview} what={t('calls.transcript')} height={160}>
          {({ lines }) =>
            lines.length === 0 ? (
              <Text>{t('calls.noTranscript')}</Text>
            ) : (
              <Stack gap={6}>
                {lines.map(({ role, text, offset_ms }) => (
                  <Text key={`${offset_ms}${text}`} size="sm" dir="auto">
                    <Text span c="dimmed" size="sm">
                      {t(`words.role.${role}`, { defaultValue: role })}:{' '}
                    </Text>
                    {text}
                  </Text>
                ))}
              </Stack>
            )
          }
        </Part>
      )}
      <Group gap="md">
        <Anchor size="sm" href={`${address}/transcript-download`} download>
          {t('calls.asText')}
        </Anchor>
        <Anchor size="sm" href={`${address}/transcript/pdf`} download>
          {t('calls.asPdf')}
        </Anchor>
      </Group>
    </Stack>
  );
}
