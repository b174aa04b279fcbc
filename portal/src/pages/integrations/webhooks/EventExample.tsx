import { Code, CopyButton, Group, Button, ScrollArea, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listWebhookEventTypesOptions } from '../../../api/generated/@tanstack/react-query.gen';
import { useView } from '../../../address/view';
import { Panel } from '../../../parts/Panel';
import { Loaded } from '../../../parts/States';

/**
 * An example body for each event, as a receiver gets it.
 * @param first the event shown first
 */
export function EventExample({ first }: { readonly first: string | undefined }) {
  const { t } = useTranslation();
  const { client_id } = useView();
  const types = useQuery({
    ...listWebhookEventTypesOptions({ query: { client_id } }),
    staleTime: Infinity,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const title = t('webhooks.example');
  return (
    <Panel title={title}>
      <Loaded query={types} what={title} height={360}>
        {({ items }) => {
          const shown = items.find(({ event_type }) => event_type === (chosen ?? first)) ?? items[0];
          if (!shown) return null;
          const body = JSON.stringify(shown.example, null, 2);
          return (
            <Stack gap="xs">
              <Group justify="space-between">
                <Select
                  size="xs"
                  aria-label={t('webhooks.event')}
                  allowDeselect={false}
                  data={items.map(({ event_type }) => ({
                    value: event_type,
                    label: t(`words.webhookEvent.${event_type}`),
                  }))}
                  value={shown.event_type}
                  onChange={setChosen}
                />
                <CopyButton value={body}>
                  {({ copied, copy }) => (
                    <Button size="xs" variant="default" onClick={copy}>
                      {t(copied ? 'states.copied' : 'states.copy')}
                    </Button>
                  )}
                </CopyButton>
              </Group>
              <Text size="sm" c="dimmed">
                {t(`webhooks.eventHelp.${shown.event_type}`)}
              </Text>
              <ScrollArea.Autosize
                mah={440}
                viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': title }}
              >
                <Code block>{body}</Code>
              </ScrollArea.Autosize>
            </Stack>
          );
        }}
      </Loaded>
    </Panel>
  );
}
