export const notFound = {
  title: 'Página no encontrada',
  body: 'No hay ninguna página en esta dirección. El número marcado, por así decirlo, no está en servicio.',
  home: 'Ir al inicio',
  dashboard: 'Panel',
};
