export const settings = {
  pageTitle: 'Réglages',
  saving: 'Enregistrement',
  signOutOne: 'Se déconnecter',
  copied: 'Copié',
  languageTitle: 'Langue',
  themeTitle: 'Couleurs',
  themeSystem: 'Comme le système',
  themeLight: 'Clair',
  themeDark: 'Sombre',
};
