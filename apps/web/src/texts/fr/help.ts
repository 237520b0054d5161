export const help = {
  pageTitle: 'Aide',
  sipLink: 'Téléphones SIP',
  brokenLink: 'État du service',
};
