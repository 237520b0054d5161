type Values = Record<string, string | number>;
type Bundle = Readonly<Record<string, string>>;
interface Wanted extends Values {
  /** The part of the product whose texts have the key. */
  ns: string;
}

const LANGUAGE_OF_LAST_RESORT = 'en';
const RIGHT_TO_LEFT = ['ar'];

/**
 * The texts of the page: for each language and part of the product, sentences by their keys. `{{name}}` stands for a value; a key with a
 * whole `count` has the form of the language's plural (`key_one`, `key_other`). Where the language lacks a key, English has it.
 */
export function createSentences() {
  const bundles = new Map<string, Map<string, Bundle>>();
  const listeners = new Set<() => void>();
  const plurals = new Map<string, Intl.PluralRules>();
  let language = LANGUAGE_OF_LAST_RESORT;

  const bundleOf = (of: string, part: string): Bundle | undefined => bundles.get(of)?.get(part);
  const formOf = (of: string, count: number): string => {
    const rules = plurals.get(of) ?? new Intl.PluralRules(of);
    plurals.set(of, rules);
    return rules.select(count);
  };
  const find = (key: string, part: string, count: unknown): string | undefined => {
    for (const of of new Set([language, LANGUAGE_OF_LAST_RESORT])) {
      const bundle = bundleOf(of, part);
      const form = typeof count === 'number' ? bundle?.[`${key}_${formOf(of, count)}`] : undefined;
      const sentence = form ?? bundle?.[key];
      if (sentence !== undefined) return sentence;
    }
    return undefined;
  };

  return {
    /** The page's language, `es`. */
    get language(): string {
      return language;
    },
    dir: (): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'),
    /** The sentence of a key with its values; what nobody has is its default, else the key itself. */
    t(key: string, { ns, defaultValue, ...values }: Wanted & { defaultValue?: string }): string {
      const sentence = find(key, ns, values['count']) ?? defaultValue ?? key;
      return sentence.replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) => String(values[name] ?? ''));
    },
    exists: (key: string, { ns }: { ns: string }): boolean => find(key, ns, undefined) !== undefined,
    /** A sentence as it is written in one language. */
    getResource: (of: string, part: string, key: string): string | undefined => bundleOf(of, part)?.[key],
    getDataByLanguage: (of: string): Record<string, Bundle> => Object.fromEntries(bundles.get(of) ?? []),
    hasResourceBundle: (of: string, part: string): boolean => bundleOf(of, part) !== undefined,
    addResourceBundle(of: string, part: string, texts: Bundle): void {
      const parts = bundles.get(of) ?? new Map<string, Bundle>();
      bundles.set(of, parts.set(part, { ...parts.get(part), ...texts }));
    },
    async changeLanguage(to: string): Promise<void> {
      language = to;
      for (const listener of listeners) listener();
    },
    /** Calls back when the language has changed; gives what stops that. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
