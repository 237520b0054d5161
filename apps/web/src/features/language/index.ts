export { LanguageChoice } from './language-choice.tsx';
export { LanguageSelect } from './language-select.tsx';
