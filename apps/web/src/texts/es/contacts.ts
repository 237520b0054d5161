export const contacts = {
  pageTitle: 'Contactos',
  listLabel: 'Contactos',
  safe: 'No se ha cambiado nada.',
  labelMobile: 'Móvil',
};
