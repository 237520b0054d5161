export const unsaved = {
  title: '¿Salir sin guardar?',
  lead: 'Los cambios de esta página no están guardados y se perderían.',
  stay: 'Quedarse en la página',
  leave: 'Salir sin guardar',
};
