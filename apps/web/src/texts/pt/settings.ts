export const settings = {
  pageTitle: 'Configurações',
  saving: 'Salvando',
  signOutOne: 'Sair',
  copied: 'Copiado',
  languageTitle: 'Idioma',
  themeTitle: 'Cores',
  themeSystem: 'Como o sistema',
  themeLight: 'Claro',
  themeDark: 'Escuro',
};
