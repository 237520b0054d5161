import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, useTheme } from '../lib/page/theme.ts';
import { nextTheme } from '../lib/page/theme-state.ts';
import { shell } from '../texts/shell.ts';
import { IconButton } from '../ui/button.tsx';

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const WORDS = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const;

/** Steps through the system's colours, light and dark. */
export function ThemeChoice() {
  const t = shell.useText();
  const theme = useTheme((state) => state.theme);
  const Icon = ICONS[theme];
  return (
    <IconButton label={`${t('theme')}: ${t(WORDS[theme])}`} look="muted" onClick={() => chooseTheme(nextTheme(theme))}>
      <Icon aria-hidden className="size-5" />
    </IconButton>
  );
}
