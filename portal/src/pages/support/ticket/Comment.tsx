import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { redactSupportComment, type CommentResponse } from '../../../api/generated';
import { useClientId } from '../../../address/view';
import { useWrite } from '../../../data/write';
import { Confirm } from '../../../parts/Confirm';
import { LinkedText } from '../../../parts/support/LinkedText';
import { TicketPerson } from '../../../parts/support/TicketPerson';
import { Instant } from '../../../parts/values/Instant';
import { useLocale } from '../../../texts/locale';
import { COURSE_QUERIES } from './queries';

function Redact({ ticketId, comment }: { readonly ticketId: string; readonly comment: CommentResponse }) {
  const { t } = useTranslation();
  const client_id = useClientId();
  const [isAsking, setAsking] = useState(false);
  const redact = useWrite(
    (comment_id: string, key) =>
      redactSupportComment({
        path: { ticket_id: ticketId, comment_id },
        query: { client_id },
        headers: { 'Idempotency-Key': key },
      }),
    { changes: COURSE_QUERIES, onDone: () => setAsking(false) },
  );
  return (
    <>
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setAsking(true)}>
        {t('ticket.redact')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('ticket.redactTitle')}
          action={t('ticket.redact')}
          write={redact}
          onConfirm={() => redact.send(comment.comment_id)}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{t('ticket.redactText')}</Text>
        </Confirm>
      )}
    </>
  );
}

/** A comment. An internal one differs by its label, icon, colour and frame. */
export function Comment({
  ticketId,
  comment,
}: {
  readonly ticketId: string;
  readonly comment: CommentResponse;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { redactable: mayRedact } = comment;
  const isInternal = comment.visibility === 'internal';
  const { personal_data_found: kinds } = comment;
  const words = kinds.map((kind) => t(`ticket.kinds.${kind}`, { defaultValue: kind }));
  return (
    <Paper withBorder p="sm" className={isInternal ? 'internalNote' : undefined}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            {isInternal && (
              <Badge
                color="yellow"
                variant="filled"
                c="black"
                h="auto"
                styles={{ label: { whiteSpace: 'normal' } }}
                leftSection={<IconLock aria-hidden size={12} />}
              >
                {t('ticket.internal')}
              </Badge>
            )}
            <Text span fw={600} size="sm">
              <TicketPerson of={comment.author} />
            </Text>
            <Text span size="sm" c="dimmed">
              <Instant at={comment.created_at_utc} />
            </Text>
          </Group>
          {mayRedact && <Redact ticketId={ticketId} comment={comment} />}
        </Group>
        {comment.redacted ? (
          <Text size="sm" c="dimmed" fs="italic">
            {t('ticket.redacted')}
          </Text>
        ) : (
          <LinkedText text={comment.text ?? ''} />
        )}
        {kinds.length > 0 && mayRedact && !comment.redacted && (
          <Text size="xs" c="dimmed">
            {t('ticket.hasPersonalData', { kinds: new Intl.ListFormat(locale).format(words) })}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
