import { transform } from 'lightningcss';

/** The typefaces' `@font-face` rules, and the sheet without them. */
export function withoutTypefaces(sheet: string): { typefaces: string; rest: string } {
  const faces = [...sheet.matchAll(/@font-face\{[^{}]*\}/g)].map(([face]) => face);
  return { typefaces: faces.join(''), rest: faces.reduce((rest, face) => rest.replace(face, ''), sheet) };
}

/**
 * The rules of the sheet that may style this page as it stands: those that ask for a class which nothing in it has are left out. Where a
 * class stands within `:is()`, `:not()` and their like, the rule is kept.
 */
export function stylesOf(page: string, sheet: string): string {
  const classes = new Set(
    [...page.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => unescaped(names).split(/\s+/)),
  );
  const { code } = transform({
    filename: SHEET,
    code: Buffer.from(sheet),
    visitor: {
      Rule: {
        // As it came or not at all: not every rule survives being given back changed.
        style: ({ value: { selectors } }) =>
          selectors.some((selector) => selector.every((part) => part.type !== 'class' || classes.has(part.name)))
            ? undefined
            : [],
      },
    },
  });
  // Once more, for what holds nothing now.
  return Buffer.from(transform({ filename: SHEET, code, minify: true }).code).toString();
}

const SHEET = 'first.css';

const unescaped = (text: string): string =>
  text
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
