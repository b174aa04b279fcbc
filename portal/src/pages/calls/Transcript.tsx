import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { previewCallOptions } from '../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../app/view';
import { Part } from '../../parts/States';

/** The beginning of a transcript, shown when a person asks for it, and the whole one as a file. */
export function Transcript({ callId }: { readonly callId: string }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const [isAsked, setAsked] = useState(false);
  const preview = useQuery({
    ...previewCallOptions({ path: { call_id: callId }, query: { client_id } }),
    enabled: isAsked,
  });
  const address = `/api/v1/calls/${encodeURIComponent(callId)}`;
  const ofClient = client_id === undefined ? '' : `?client_id=${encodeURIComponent(client_id)}`;
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
        <Anchor size="sm" href={`${address}/transcript-download${ofClient}`} download>
          {t('calls.asText')}
        </Anchor>
        <Anchor size="sm" href={`${address}/transcript/pdf${ofClient}`} download>
          {t('calls.asPdf')}
        </Anchor>
      </Group>
    </Stack>
  );
}
