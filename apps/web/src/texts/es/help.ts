export const help = {
  pageTitle: 'Ayuda',
  sipLink: 'Teléfonos SIP',
  brokenLink: 'Estado',
};
