import type { ChangeEvent } from 'react';

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;
type NamesOf<Values, Kind> = {
  [Name in keyof Values]: Values[Name] extends Kind ? Name : never;
}[keyof Values] &
  string;

/** Values that a person fills in: a draft, or the edited part of an object. */
interface Form<Values> {
  readonly values: Values;
  readonly set: (change: Partial<Values>) => void;
}

/**
 * Binds inputs to the values of a form: `<TextInput {...bind(form, errors).text('name')} />`.
 * @param errors messages of the API by the names of the fields
 */
export function bind<Values extends object>(
  form: Form<Values>,
  errors: Readonly<Record<string, string>> = {},
) {
  const put = <Name extends keyof Values>(name: Name, value: Values[Name]): void =>
    form.set({ [name]: value } as unknown as Partial<Values>);
  const bound = <Name extends keyof Values & string, Event>(
    name: Name,
    onChange: (event: Event) => void,
  ) => ({
    value: form.values[name],
    error: errors[name],
    onChange,
  });
  return {
    /** A text input. */
    text: <Name extends NamesOf<Values, string>>(name: Name) =>
      bound(name, ({ currentTarget }: Typed) => put(name, currentTarget.value as Values[Name])),
    /** A checkbox or switch. */
    check: <Name extends NamesOf<Values, boolean>>(name: Name) => ({
      checked: form.values[name],
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
        put(name, currentTarget.checked as Values[Name]),
    }),
    /** A choice among fixed values; only the person changes it. */
    choice: <Name extends keyof Values & string>(name: Name, choices: readonly Values[Name][]) =>
      bound(name, (next: string | null) => {
        const chosen = choices.find((it) => it === next);
        if (chosen !== undefined) put(name, chosen);
      }),
    /** A choice; an empty text means none. */
    emptied: <Name extends NamesOf<Values, string>>(name: Name) => ({
      ...bound(name, (next: string | null) => put(name, (next ?? '') as Values[Name])),
      value: (form.values[name] as string) || null,
    }),
    /** An amount; an empty input means 0. */
    amount: <Name extends NamesOf<Values, number>>(name: Name) =>
      bound(name, (next: number | string) => put(name, Number(next) as Values[Name])),
    /** Several texts. */
    list: <Name extends NamesOf<Values, readonly string[]>>(name: Name) => ({
      ...bound(name, (next: string[]) => put(name, next as readonly string[] as Values[Name])),
      value: [...(form.values[name] as readonly string[])],
    }),
    /** An input that passes its value on unchanged. */
    whole: <Name extends keyof Values & string>(name: Name) =>
      bound(name, (next: Values[Name]) => put(name, next)),
  };
}
