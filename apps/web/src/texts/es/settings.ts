export const settings = {
  pageTitle: 'Ajustes',
  saving: 'Guardando',
  signOutOne: 'Cerrar sesión',
  copied: 'Copiado',
  languageTitle: 'Idioma',
  themeTitle: 'Colores',
  themeSystem: 'Como el sistema',
  themeLight: 'Claro',
  themeDark: 'Oscuro',
};
