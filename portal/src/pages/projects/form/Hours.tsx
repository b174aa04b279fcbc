import { ActionIcon, Button, Group, Input, Menu, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { idOf, useForm, type FieldProps } from './context';
import { Notes } from './Notes';
import { isList, isObject, joinPath, type Json, type Schema } from './schema';
import { useWords } from './words';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const FIRST = { opens: '09:00', closes: '17:00' };

/** Whether the items of a list are opening hours of a day. */
export const isHours = ({ properties }: Schema): boolean =>
  properties !== undefined && 'day' in properties && 'opens' in properties && 'closes' in properties;

interface Opening {
  readonly at: number;
  readonly day: string;
  readonly opens: string;
  readonly closes: string;
}

const textOf = (item: Json, name: string): string => {
  const value = isObject(item) ? item[name] : '';
  return typeof value === 'string' ? value : '';
};

/** Opening hours of a week: one line per day, closed if there are none. */
export function Hours({ path, schema, value, isRequired, isBare }: FieldProps) {
  const { section, set, isReadOnly } = useForm();
  const { t } = useTranslation();
  const words = useWords();
  const label = words.label(section, path);
  const items = isList(value) ? value : [];
  const openings: readonly Opening[] = items.map((item, at) => ({
    at,
    day: textOf(item, 'day'),
    opens: textOf(item, 'opens'),
    closes: textOf(item, 'closes'),
  }));
  const replace = (next: readonly Omit<Opening, 'at'>[]): void => {
    const sorted = [...next].sort(
      (a, b) => DAYS.findIndex((it) => it === a.day) - DAYS.findIndex((it) => it === b.day),
    );
    set(
      path,
      sorted.length === 0 && !isRequired
        ? undefined
        : sorted.map(({ day, opens, closes }) => ({ day, opens, closes })),
    );
  };
  const copyTo = (from: string, days: readonly string[]): void => {
    const source = openings.filter((it) => it.day === from);
    replace([
      ...openings.filter((it) => !days.includes(it.day) || it.day === from),
      ...days.filter((day) => day !== from).flatMap((day) => source.map((it) => ({ ...it, day }))),
    ]);
  };
  const time = ({ at }: Opening, name: 'opens' | 'closes', what: string) => (
    <TextInput
      id={idOf(joinPath(joinPath(path, at), name))}
      w={76}
      size="xs"
      aria-label={what}
      placeholder={FIRST[name]}
      inputMode="numeric"
      readOnly={isReadOnly}
      value={textOf(items[at] ?? null, name)}
      onChange={({ currentTarget }) => set(joinPath(joinPath(path, at), name), currentTarget.value)}
    />
  );
  return (
    <Input.Wrapper
      id={idOf(path)}
      label={isBare ? undefined : label}
      description={isBare ? undefined : words.help(section, path, schema)}
      labelElement="div"
    >
      <Stack gap={6} mt={6}>
        {DAYS.map((day) => {
          const own = openings.filter((it) => it.day === day);
          const name = words.word('day', day);
          return (
            <div key={day}>
              <Group gap="xs" wrap="nowrap" align="flex-start" mih={30}>
                <Text size="sm" w={104} pt={4} style={{ flexShrink: 0 }}>
                  {name}
                </Text>
                <Group gap="xs" flex={1}>
                  {own.length === 0 && (
                    <Text size="sm" c="dimmed">
                      {t('form.closed')}
                    </Text>
                  )}
                  {own.map((it) => (
                    <Group key={it.at} gap={4} wrap="nowrap">
                      {time(it, 'opens', t('form.opensOn', { day: name }))}
                      <Text size="sm">–</Text>
                      {time(it, 'closes', t('form.closesOn', { day: name }))}
                      {!isReadOnly && (
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={t('form.removeHours', { day: name, from: it.opens })}
                          onClick={() => replace(openings.filter(({ at }) => at !== it.at))}
                        >
                          <IconTrash aria-hidden size={14} />
                        </ActionIcon>
                      )}
                    </Group>
                  ))}
                </Group>
                {!isReadOnly && (
                  <Group gap={2} wrap="nowrap">
                    <Tooltip label={t('form.addHours', { day: name })}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={t('form.addHours', { day: name })}
                        onClick={() =>
                          replace([
                            ...openings,
                            {
                              day,
                              ...(own.length === 0 ? FIRST : { opens: own.at(-1)!.closes, closes: '24:00' }),
                            },
                          ])
                        }
                      >
                        <IconPlus aria-hidden size={15} />
                      </ActionIcon>
                    </Tooltip>
                    <Menu position="bottom-end">
                      <Menu.Target>
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          disabled={own.length === 0}
                          aria-label={t('form.copyHours', { day: name })}
                        >
                          <IconCopy aria-hidden size={15} />
                        </ActionIcon>
                      </Menu.Target>
                      <Menu.Dropdown>
                        <Menu.Item onClick={() => copyTo(day, DAYS.slice(0, 5))}>
                          {t('form.copyToWeekdays')}
                        </Menu.Item>
                        <Menu.Item onClick={() => copyTo(day, DAYS)}>{t('form.copyToAll')}</Menu.Item>
                      </Menu.Dropdown>
                    </Menu>
                  </Group>
                )}
              </Group>
              {own.map(({ at }) => (
                <Notes key={at} path={joinPath(path, at)} />
              ))}
              {own.flatMap(({ at }) =>
                ['opens', 'closes'].map((field) => (
                  <Notes key={`${at}${field}`} path={joinPath(joinPath(path, at), field)} />
                )),
              )}
            </div>
          );
        })}
        {!isRequired && items.length === 0 && !isReadOnly && (
          <Group>
            <Button
              size="xs"
              variant="default"
              onClick={() => replace(DAYS.slice(0, 5).map((day) => ({ day, ...FIRST })))}
            >
              {t('form.weekdays')}
            </Button>
          </Group>
        )}
      </Stack>
      <Notes path={path} />
    </Input.Wrapper>
  );
}
