import { LANGUAGES } from '../../lib/language/language.ts';

/** Each language by its own name, in its own script. */
export function LanguageOptions() {
  return LANGUAGES.map(({ code, tag, ownName }) => (
    <option key={code} value={code} lang={tag}>
      {ownName}
    </option>
  ));
}
