/** The house's colours: warm paper, ink, teal; marigold for attention. */
export const PAGE_STYLE = `
:root { color-scheme: light dark;
  --paper: light-dark(oklch(0.972 0.009 88), oklch(0.16 0.014 222)); --card: light-dark(oklch(0.995 0.003 90), oklch(0.193 0.016 220));
  --line: light-dark(oklch(0.893 0.016 84), oklch(0.315 0.018 212)); --ink: light-dark(oklch(0.193 0.016 220), oklch(0.972 0.009 88));
  --quiet: light-dark(oklch(0.42 0.016 200), oklch(0.8 0.016 82)); --teal: light-dark(oklch(0.405 0.077 205), oklch(0.8 0.095 190));
  --on-teal: light-dark(oklch(0.995 0.003 90), oklch(0.16 0.014 222)); --attention: light-dark(oklch(0.425 0.096 66), oklch(0.84 0.135 82));
  --attention-soft: light-dark(oklch(0.945 0.055 88), oklch(0.29 0.045 78)); --stop: light-dark(oklch(0.44 0.16 27), oklch(0.785 0.12 25));
  --stop-soft: light-dark(oklch(0.95 0.022 27), oklch(0.29 0.05 22)); }
* { box-sizing: border-box; margin: 0; }
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; padding: 24px 16px 48px; }
main { max-width: 440px; margin: 0 auto; display: grid; gap: 20px; }
.mark { display: flex; align-items: center; gap: 10px; font-weight: 600; }
.mark svg { color: var(--teal); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 16px; padding: 24px; display: grid; gap: 16px; }
h1 { font-size: 34px; line-height: 1.15; font-weight: 600; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
h2 { font-size: 19px; line-height: 1.3; font-weight: 600; }
p, td, th, summary { color: var(--quiet); }
form { display: grid; gap: 16px; }
label { display: grid; gap: 6px; font-size: 14px; font-weight: 500; }
input:not([type=checkbox]) { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 11px 12px; min-height: 46px; width: 100%; font-variant-numeric: tabular-nums; }
.check { grid-template-columns: 20px 1fr; align-items: center; gap: 10px; }
.check input { width: 20px; height: 20px; accent-color: var(--teal); }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
button { font: inherit; font-weight: 600; min-height: 48px; border-radius: 10px; border: 1px solid var(--line); background: transparent; color: inherit; cursor: pointer; padding: 0 16px; }
button.main { background: var(--teal); border-color: var(--teal); color: var(--on-teal); }
:focus-visible { outline: 3px solid var(--teal); outline-offset: 2px; }
.note { background: var(--attention-soft); color: var(--attention); border-radius: 10px; padding: 12px 14px; font-size: 14px; }
.wrong { background: var(--stop-soft); color: var(--stop); border-radius: 10px; padding: 12px 14px; font-weight: 500; }
table { width: 100%; border-collapse: collapse; font-size: 14px; margin-top: 10px; }
td a { display: inline-block; padding: 4px 0; min-height: 32px; color: var(--teal); }
td { padding: 6px 0; border-top: 1px solid var(--line); } td:first-child { font-variant-numeric: tabular-nums; white-space: nowrap; padding-right: 12px; }
summary { cursor: pointer; font-size: 14px; min-height: 24px; }
`;
