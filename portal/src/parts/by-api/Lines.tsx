import { Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { curlOf, sdkOf, type ApiRead } from './by-api';

const WAYS = { curl: curlOf, sdk: sdkOf } as const;

/** The request of a page as lines to copy. In a separate chunk. */
export default function Lines({ read, onClose }: { readonly read: ApiRead; readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} size="lg" title={t('byApi.open')}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('byApi.help')}
        </Text>
        {(['curl', 'sdk'] as const).map((way) => {
          const lines = WAYS[way](read, window.location.origin);
          return (
            <Stack key={way} gap={4}>
              <Group justify="space-between">
                <Text size="sm" fw={600}>
                  {t(`byApi.${way}`)}
                </Text>
                <CopyButton value={lines}>
                  {({ copied, copy }) => (
                    <Button
                      size="compact-xs"
                      variant="default"
                      aria-label={t('byApi.copy', { what: t(`byApi.${way}`) })}
                      onClick={copy}
                    >
                      {t(copied ? 'states.copied' : 'states.copy')}
                    </Button>
                  )}
                </CopyButton>
              </Group>
              <Code block className="value" tabIndex={0}>
                {lines}
              </Code>
            </Stack>
          );
        })}
      </Stack>
    </Modal>
  );
}
