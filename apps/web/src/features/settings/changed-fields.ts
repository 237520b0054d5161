import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';

type Part<Values> = Values extends object ? { [Name in keyof Values]?: Part<Values[Name]> } : Values;
type Form<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'reset' | 'setValue'>;

/** Of what a form gives, what was changed there: what another tab or device has saved meanwhile stays. */
export function changedOf<Values extends object>(values: Values, dirty: object): Part<Values> {
  const changes = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const change: unknown = (dirty as Record<string, unknown>)[name];
    if (isGroup(value) && isGroup(change)) {
      const part = changedOf(value, change);
      return Object.keys(part).length === 0 ? [] : [[name, part]];
    }
    return change === true ? [[name, value]] : [];
  });
  return Object.fromEntries(changes) as Part<Values>;
}

/** Puts into a form what the server answered to what was sent of it; what was typed meanwhile stays, and is still to be saved. */
export function showSaved<Values extends FieldValues>(
  form: Form<Values> & Pick<UseFormReturn<Values>, 'getValues'>,
  saved: Values,
  sent: Values,
): void {
  const typed = form.getValues();
  form.reset(saved, { keepValues: true });
  putWhere(form, saved, (name) => valueAt(typed, name) === valueAt(sent, name));
}

/** Puts into a form what has changed elsewhere; what was typed here and is not saved yet stays. */
export function showChanged<Values extends FieldValues>(
  form: Form<Values> & Pick<UseFormReturn<Values>, 'getFieldState'>,
  saved: Values,
): void {
  const untouched = new Set(namesIn(saved).filter((name) => !form.getFieldState(name).isDirty));
  const keeps = { keepErrors: true, keepTouched: true, keepIsSubmitted: true, keepSubmitCount: true };
  form.reset(saved, { keepValues: true, ...keeps });
  putWhere(form, saved, (name) => untouched.has(name));
}

function putWhere<Values extends FieldValues>(
  form: Form<Values>,
  saved: Values,
  isWanted: (name: Path<Values>) => boolean,
): void {
  for (const name of namesIn(saved)) {
    if (!isWanted(name)) continue;
    form.setValue(name, valueAt(saved, name) as PathValue<Values, Path<Values>>, { shouldDirty: true });
  }
}

/** The names of the fields of a form, as it has them: `mail.calls`. */
function namesIn<Values extends FieldValues>(values: Values): Path<Values>[] {
  return Object.entries(values).flatMap(([name, value]): string[] =>
    isGroup(value) ? namesIn(value).map((inner) => `${name}.${inner}`) : [name],
  ) as Path<Values>[];
}

const valueAt = (values: unknown, name: string): unknown =>
  name.split('.').reduce((part, step) => (isGroup(part) ? part[step] : undefined), values);

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
