import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { choicesOf, isList, isObject, joinPath, schemaAt, type Json } from '../form/schema';
import { useWords } from '../form/words';
import { SCHEMAS } from './schemas';
import { sectionNamed } from './sections';
import { BuildName, isBuild } from '../knowledge/builds/BuildChange';

/** Whether a value is one of an enumeration, whose values have labels. */
function isWord(section: string, path: string, value: string | number): boolean {
  const known = sectionNamed(section);
  const choices = known && choicesOf(schemaAt(SCHEMAS[known.name], path) ?? {});
  return choices?.some((it) => it === value) ?? false;
}

/** Opening hours of a day, short enough for one line. */
function isHours(value: Json | undefined): value is { day: string; opens: string; closes: string } {
  return isObject(value) && ['day', 'opens', 'closes'].every((name) => typeof value[name] === 'string');
}

/** Shows a value of a section: texts as they are, and objects with a line for each field. */
export function JsonView({
  section,
  path,
  value,
}: {
  readonly section: string;
  readonly path: string;
  readonly value: Json | undefined;
}) {
  const { t } = useTranslation();
  const words = useWords();
  if (isList(value) && value.length > 0)
    return (
      <Stack gap={isObject(value[0]) && value[0]['opens'] === undefined ? 8 : 0}>
        {value.map((item, n) => (
          <JsonView key={n} section={section} path={joinPath(path, n)} value={item} />
        ))}
      </Stack>
    );
  if (isHours(value))
    return (
      <Text span size="sm" className="value">
        {words.word('day', value.day)} {value.opens} – {value.closes}
      </Text>
    );
  if (isObject(value) && Object.keys(value).length > 0)
    return (
      <Stack gap={0}>
        {Object.entries(value).map(([name, item]) => (
          <div key={name}>
            <Text span size="xs" c="dimmed">
              {words.label(section, joinPath(path, name))}:
            </Text>{' '}
            <JsonView section={section} path={joinPath(path, name)} value={item} />
          </div>
        ))}
      </Stack>
    );
  if (typeof value === 'object' || value === undefined || value === '')
    return (
      <Text span size="sm" c="dimmed">
        {t(isList(value) ? 'form.empty' : 'form.notSet')}
      </Text>
    );
  if (typeof value === 'string' && isBuild(section, path)) return <BuildName id={value} />;
  return (
    <Text span size="sm" className="value" dir="auto">
      {typeof value === 'boolean'
        ? t(value ? 'form.yes' : 'form.no')
        : isWord(section, path, value)
          ? words.word(path, value)
          : String(value)}
    </Text>
  );
}
