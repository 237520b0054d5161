import { expect, test } from 'vitest';
import { stylesOf, withoutTypefaces } from './first-styles.ts';

const SHEET =
  '@layer base,utilities;@layer base{body{margin:0}}@layer utilities{.flex{display:flex}.grid{display:grid}.a,.flex .b{color:red}' +
  '@media (hover:hover){.hover\\:soft:hover{color:#00f}.hover\\:loud:hover{color:green}}.\\[\\&\\>p\\]\\:wide>p{width:1px}}';

test('a page has the rules of its own classes, and those that ask for none', () => {
  const styles = stylesOf('<p class="flex a"><i class="hover:soft"></i></p>', SHEET);
  expect(styles).toContain('body{margin:0}');
  expect(styles).toContain('.flex{display:flex}');
  expect(styles).toContain('hover\\:soft:hover');
  expect(styles).toContain('.a,.flex .b{color:red}');
  expect(styles).not.toMatch(/grid|loud|wide/);
});

test('layers keep their order, and a class is read as the browser reads it', () => {
  const styles = stylesOf('<p class="[&amp;&gt;p]:wide"></p>', SHEET);
  expect(styles).toMatch(/^@layer base\{.*@layer utilities\{.*width:1px/);
  expect(styles).not.toContain('hover');
});

test('the typefaces are taken out whole', () => {
  const face = '@font-face{font-family:A;src:url(a.woff2)format("woff2")}';
  expect(withoutTypefaces(`.a{b:c}${face}.d{e:f}`)).toEqual({ typefaces: face, rest: '.a{b:c}.d{e:f}' });
});
